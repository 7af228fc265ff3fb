// The Node service behind Restate's server. Runs where its packages are installed (src/peers/packages.ts).
import { createServer } from 'node:http2';
import { createEndpointHandler, RestatePromise, service } from '@restatedev/restate-sdk';

const engine = service({
  name: 'peer',
  handlers: {
    five: async (context, { text }) => {
      let out = text;
      for (let step = 1; step <= 5; step += 1) {
        const given = out;
        out = await context.run(`step ${step}`, () => given);
      }
      return { ok: true, out };
    },
    fan: async (context, { text }) => {
      const beside = Array.from({ length: 20 }, (_, index) => context.run(`step ${index + 1}`, () => text));
      const [first] = await RestatePromise.all(beside);
      const out = await context.run('join', () => first);
      return { ok: true, out };
    },
  },
});

createServer(createEndpointHandler({ services: [engine] })).listen(Number(process.env.PEER_PORT), '127.0.0.1', () =>
  process.send?.({ ready: true }),
);
