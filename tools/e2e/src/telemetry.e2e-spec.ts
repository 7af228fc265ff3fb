import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { House, eventually } from './house';
import { OtlpReceiver } from './otlp-receiver';
import { setTimeout as delay } from 'node:timers/promises';

it('probe', async () => {
  const receiver = await OtlpReceiver.open();
  const house = await House.open({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } });
  for (const line of ['Where is my order 1002?', 'has the parcel with number 1002 been dispatched to me', 'refund order 1003']) {
  const [turn] = await house.converse(line);
  await delay(2500);
  const id = turn!.events[0]!.requestId;
  console.log(id, JSON.stringify(turn));
  console.log(receiver.of(id.replaceAll('-', '')).map((s) => `${s.service} ${s.name} ${s.spanId} < ${s.parentSpanId}`).join('\n'));
  console.log(new Set(receiver.spans.map((s) => s.traceId)).size);
  const { rows } = await house.pool.query('select stage, level, payload, session_id from stage where interaction_id = $1 order by sequence', [id]);
  console.log(JSON.stringify(rows, null, 1));
  }
  for (const { name, adminPort } of house.system.services) {
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    console.log(name, [...new Set(text.split('\n').filter((l) => l.startsWith('arbiter_')).map((l) => l.split(/[{ ]/)[0]))].join(' '));
  }
  for (const f of readdirSync(join(house.system.options.dataFolder, 'logs'))) console.log(f, readFileSync(join(house.system.options.dataFolder, 'logs', f), 'utf8').slice(-600));
  await receiver.close();
  const t = Date.now();
  await house.converse('hi');
  await house.close();
  console.log('close took', Date.now() - t);
});
