const { startStack, startService } = require('@arbiter/stack');
const { migrate, openBroker, subjectsX } = require('@arbiter/platform');
const { subjects } = require('@arbiter/contracts');
const http = require('http'); const fs = require('fs'); const os = require('os'); const path = require('path');
const { connect } = require('@nats-io/transport-node');
(async () => {
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'arb-bench-'));
  const stack = await startStack({ dataFolder, throwaway: true });
  try {
    await migrate(stack.postgres.url);
    const prof = process.argv[2] === 'prof';
    const child = await startService({ name: 'ingress', script: 'apps/ingress/dist/main.js', dataFolder, nodeArguments: prof ? ['--cpu-prof', '--cpu-prof-dir=/tmp/ing/prof'] : [], environment: { PATH: process.env.PATH, ARBITER_POSTGRES_URL: stack.postgres.url, ARBITER_NATS_URL: stack.nats.url, ARBITER_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'), ARBITER_HTTP_PORT: '0', ARBITER_RATE_PER_MINUTE: process.env.RATE ?? '0', ...(process.env.RATE ? { ARBITER_REDIS_URL: stack.redis.url } : {}) } });
    const { port } = await child.ready;
    const nc = await connect({ servers: stack.nats.url });
    const seal = {};
    nc.subscribe('arb.v1.*.evt.run.submitted', { callback: (err, m) => {
      for (const e of JSON.parse(m.string())) {
        const { requestId, sessionId } = e.data;
        const line = (seq, type, payload) => JSON.stringify({ type, phase: 'tool_phase', phaseIndex: 1, cycleIndex: 1, request_id: requestId, requestId, projectId: 'shop', sessionId, seq, ts: new Date().toISOString(), customerId: 'api', payload });
        [['rag.started', {}], ['rag.debug', {}], ['rag.results', { kind: 'execution_header' }], ['rag.message', { kind: 'reply', text: 'x' }], ['rag.done', { status: 'ok' }]].forEach(([t, p], i) => nc.publish(subjects.ui('shop', sessionId, requestId), line(i + 1, t, p)));
      }
    } });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
    let n = 0;
    const one = () => new Promise((resolve, reject) => {
      const req = http.request({ port, host: '127.0.0.1', agent, method: 'POST', path: '/api/runs', headers: { 'content-type': 'application/json', 'idempotency-key': `k-${process.pid}-${n++}`, prefer: 'wait=30' } }, (res) => { res.resume(); res.on('end', () => res.statusCode === 200 ? resolve() : reject(new Error(res.statusCode))); });
      req.on('error', reject);
      req.end('{"template":"echo","args":{"text":"hello"}}');
    });
    const cpu = () => { const s = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' '); return (Number(s[11]) + Number(s[12])) * 10; };
    const round = async (inflight, total) => {
      const c0 = cpu(); const t0 = performance.now(); let left = total; const lat = [];
      await Promise.all(Array.from({ length: inflight }, async () => { while (left-- > 0) { const t = performance.now(); await one(); lat.push(performance.now() - t); } }));
      const s = (performance.now() - t0) / 1000; lat.sort((a, b) => a - b);
      console.log(JSON.stringify({ inflight, perSecond: Math.round(total / s), p50: lat[total >> 1].toFixed(1), p99: lat[Math.floor(total * .99)].toFixed(1), cpuMsPerRun: ((cpu() - c0) / total).toFixed(3) }));
    };
    await round(64, 2000); await round(64, 5000); await round(1, 300); await round(64, 5000);
    await nc.close(); agent.destroy();
    await child.stop();
  } finally { await stack.stop(); }
})();
