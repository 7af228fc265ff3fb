import { loadTenant } from '@arbiter/artifacts';
import type { ConversationOptions } from '../options';
import { readCorpus } from './corpus';
import type { Entry } from './entry';
import { rehearse, SHOP } from './in-process/rehearse';
import { SystemOverHttp, vendorOverHttp } from './over-http';
import { play, type Played } from './play';
import { ReplyReader } from './reply-acts';
import { reportOf, type ConversationReport } from './report';

/** Plays a corpus with a system; `tell` hears of each entry. */
export async function evaluateConversations(
  { file, system }: ConversationOptions,
  tell: (done: number) => void,
): Promise<ConversationReport> {
  const entries = readCorpus(file);
  let done = 0;
  return reportOf(await playedBy(system, entries, () => tell((done += 1))));
}

function playedBy(
  system: ConversationOptions['system'],
  entries: readonly Entry[],
  tell: () => void,
): Promise<readonly Played[]> {
  if ('inProcess' in system) return rehearse(entries, system.inProcess, tell);
  const { base, vendor } = system;
  const partner = new SystemOverHttp({ base, apiKey: process.env['ARBITER_API_KEY'] ?? null });
  return play(entries, partner, vendorOverHttp(vendor), new ReplyReader(loadTenant(SHOP)), tell);
}

/** Nothing unasked comes first; the share of entries that came out as expected second. */
export const isGoodEnough = ({ n, passed, unasked }: ConversationReport, least: number): boolean =>
  unasked === 0 && passed >= least * n;
