import type { RunView } from '@arbiter/contracts';
import { DeedBook, type Vendor } from './deeds';
import type { Entry, Message } from './entry';
import { textOf, type ReplyReader } from './reply-acts';
import { verdictOf, type Verdict } from './message-verdict';

/** One person's conversation with a system. */
export interface Talk {
  /** Sends it, waits until no work is under way, and returns the runs that sent the person something. */
  say(message: Pick<Message, 'say' | 'presses'>): Promise<readonly RunView[]>;
}

/** A system to talk to; each talk is a session of its own. */
export interface Partner {
  open(entry: Pick<Entry, 'customer' | 'language'>): Talk;
}

export interface Played {
  readonly entry: Entry;
  /** one verdict for each message */
  readonly verdicts: readonly Verdict[];
}

/** Plays one entry after the other, each with a vendor that has done nothing yet. */
export async function play(
  entries: readonly Entry[],
  partner: Partner,
  vendor: Vendor,
  reader: ReplyReader,
  tell: (played: Played) => void = () => undefined,
): Promise<readonly Played[]> {
  const deeds = new DeedBook(vendor);
  const all: Played[] = [];
  for (const entry of entries) {
    await deeds.reset();
    const talk = partner.open(entry);
    const verdicts: Verdict[] = [];
    let isOffered = false;
    let offer: string | null = null;
    for (const message of entry.messages) {
      const runs = await talk.say(message);
      verdicts.push(verdictOf(message, { runs, deeds: await deeds.news() }, isOffered, reader));
      offer = runs.findLast(({ question }) => takesYes(question))?.question?.prompt ?? offer;
      isOffered = offer !== null && textOf(runs).includes(offer);
    }
    all.push({ entry, verdicts });
    tell({ entry, verdicts });
  }
  return all;
}

const takesYes = (question: RunView['question']): boolean =>
  question?.expectedType === 'yes_no' || question?.expectedType === 'choice_or_yes_no';
