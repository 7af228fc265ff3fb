import type { Service } from '@arbiter/platform';
import { listen, makeServer } from './http/server';
import { Ingress } from './ingress';

export const ingress: Service = {
  app: 'ingress',
  open: async (host) => {
    const opened = await Ingress.open(host);
    const server = await makeServer(opened);
    await server.startAllMicroservices();
    const port = await listen(server, opened.configuration);
    opened.core.announce();
    return { port, close: () => opened.close(() => server.close()) };
  },
};
