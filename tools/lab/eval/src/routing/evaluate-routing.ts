import type { RoutingCategory } from '@arbiter/contracts';
import { Conversation, type Routed } from './conversation';
import type { Dialogue, UserTurn } from './dialogue';
import { proposerOf, type Proposer, type ProposalSource } from './proposals';
import { catalogueOf, slotName, type Catalogue, type ServiceSchema } from './schema';
import { confusionOf, macroF1, shareOf, type Confusion } from './score';

/** The output of `npm run eval -- routing`. */
export interface RoutingScore {
  /** turns that were scored */
  readonly n: number;
  readonly accuracy: number;
  readonly macro_f1: number;
  readonly confusion: Confusion;
  readonly thread_accuracy: number;
  readonly pending_new_requests: number;
  readonly corrections: number;
}

export interface Heard {
  readonly dialogue: string;
  readonly asked: string;
  readonly turn: UserTurn;
  readonly routed: Routed;
}

/** Dialogues that are read at once: a model reads the waiting texts in one batch, at half the price. */
const TOGETHER = 16;

/** Every dialogue through the session decider; `tell` hears of each turn. */
export async function evaluateRouting(
  dialogues: readonly Dialogue[],
  schema: ServiceSchema,
  source: ProposalSource,
  tell: (heard: Heard) => void = () => undefined,
): Promise<RoutingScore> {
  const catalogue = catalogueOf(schema);
  const proposer = await proposerOf(source, catalogue);
  const heard: Heard[] = [];
  try {
    for (let begun = 0; begun < dialogues.length; begun += TOGETHER) {
      const together = dialogues.slice(begun, begun + TOGETHER);
      const all = await Promise.all(together.map((dialogue) => hearing(dialogue, catalogue, proposer)));
      for (const one of all.flat()) {
        tell(one);
        heard.push(one);
      }
    }
  } finally {
    await proposer.close();
  }
  return scoreOf(heard);
}

async function hearing(
  { dialogue_id, turns }: Dialogue,
  catalogue: Catalogue,
  proposer: Proposer,
): Promise<readonly Heard[]> {
  const conversation = new Conversation(catalogue, proposer);
  const heard: Heard[] = [];
  let asked = '';
  for (const turn of turns) {
    if (turn.speaker === 'USER')
      heard.push({ dialogue: dialogue_id, asked, turn, routed: await conversation.hear(turn, asked) });
    else asked = turn.text;
  }
  return heard;
}

function scoreOf(heard: readonly Heard[]): RoutingScore {
  const judged = heard.flatMap(({ turn, routed }) => {
    const { expected_categories: expected } = turn;
    return expected === null ? [] : [{ turn, expected, predicted: routed.category }];
  });
  const isRight = ({ expected, predicted }: { expected: readonly RoutingCategory[]; predicted: RoutingCategory }) =>
    expected.includes(predicted);
  const confusion = confusionOf(judged);
  const attached = heard.filter(({ turn }) => typeof turn.same_thread_expected === 'boolean');
  return {
    n: judged.length,
    accuracy: shareOf(judged, isRight),
    macro_f1: macroF1(confusion),
    confusion,
    thread_accuracy: shareOf(attached, ({ turn, routed }) => routed.isSameThread === turn.same_thread_expected),
    pending_new_requests: shareOf(
      judged.filter(({ turn, expected }) => turn.pending_before.length > 0 && expected.includes('new_request')),
      isRight,
    ),
    corrections: shareOf(
      heard.filter(({ turn }) => isCorrection(turn)),
      ({ turn, routed }) => changesSlot(turn, routed),
    ),
  };
}

/** The person rejected the value to be confirmed and gave another. */
const isCorrection = ({ expected_categories }: UserTurn): boolean => expected_categories?.includes('override') ?? false;

function changesSlot({ acts }: UserTurn, { changed, hasRun }: Routed): boolean {
  const given = acts.filter(([, act]) => act === 'INFORM').map(([, , slot]) => slotName(slot));
  return !hasRun && given.some((slot) => Object.hasOwn(changed, slot));
}
