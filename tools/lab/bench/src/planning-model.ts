import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlaybookProposal } from '@arbiter/contracts';

/**
 * A model on this machine, asked as an OpenAI-compatible one, that draws plans up. It counts every request that reaches
 * its socket.
 */
export class PlanningModel {
  calls = 0;
  /** calls that went on side by side */
  mostAtOnce = 0;
  underWay = 0;
  /** delays each answer */
  wait: () => Promise<void> = () => Promise.resolve();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** `proposals`: its answers to the first call, the second and so on; the last one from then on. */
  static async open(...proposals: readonly PlaybookProposal[]): Promise<PlanningModel> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const model = new PlanningModel(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    server.on('request', (request, response) => {
      const proposal = proposals[Math.min(model.calls, proposals.length - 1)]!;
      model.calls += 1;
      model.underWay += 1;
      model.mostAtOnce = Math.max(model.mostAtOnce, model.underWay);
      response.once('close', () => (model.underWay -= 1));
      const answer = (): void => {
        const message = { role: 'assistant', content: writtenPlan(proposal) };
        const choices = [{ index: 0, message, finish_reason: 'stop' }];
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ id: 'c', created: 1, model: 'm', choices }));
      };
      request.resume().on('end', () => void model.wait().then(answer));
    });
    return model;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

/**
 * A proposal as a model that is held to the schema writes it: an argument is an entry of a list, and nothing is left
 * out.
 */
export function writtenPlan({ over, where, steps }: PlaybookProposal): string {
  const all = steps.map(({ id, tool, args, dependsOn = [], optional = false, expect = [] }) => ({
    id,
    tool,
    dependsOn,
    optional,
    args: Object.entries(args).map(([name, value]) => ({ name, ...NOTHING, ...sourceOf(value) })),
    expect,
  }));
  return JSON.stringify({ over, where, steps: all });
}

const NOTHING = { value: null, from: null, prose: null };
const sourceOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : { value });
