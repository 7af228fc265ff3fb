// DBOS as a library in one Node process behind HTTP. Runs where its packages are installed (src/peers/packages.ts).
import { createServer } from 'node:http';
import { DBOS } from '@dbos-inc/dbos-sdk';

DBOS.setConfig({ name: 'peer', systemDatabaseUrl: process.env.PEER_POSTGRES_URL, logLevel: 'error' });

const step = (name, value) => DBOS.runStep(async () => value, { name });

const workflows = {
  '/five': DBOS.registerWorkflow(
    async (text) => {
      let out = text;
      for (let index = 1; index <= 5; index += 1) out = await step(`step ${index}`, out);
      return { ok: true, out };
    },
    { name: 'five' },
  ),
  '/fan': DBOS.registerWorkflow(
    async (text) => {
      // Parallel steps are started in an order that a recovery repeats, and all of them are waited for.
      const beside = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) => step(`step ${index + 1}`, text)),
      );
      const failed = beside.find(({ status }) => status === 'rejected');
      if (failed) throw failed.reason;
      return { ok: true, out: await step('join', beside[0].value) };
    },
    { name: 'fan' },
  ),
};

async function answer(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { text } = JSON.parse(Buffer.concat(chunks).toString());
  // Not called as a method: DBOS would take its object for an instance of its own.
  const workflow = workflows[request.url];
  response.end(JSON.stringify(await workflow(text)));
}

await DBOS.launch();
createServer((request, response) =>
  answer(request, response).catch((error) => {
    response.statusCode = 500;
    response.end(String(error));
  }),
).listen(Number(process.env.PEER_PORT), '127.0.0.1', () => process.send?.({ ready: true }));
