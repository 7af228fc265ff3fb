import {
  ArbiterError,
  parseStream,
  terminal,
  type ArtifactBundle,
  type EventName,
  type RecordedOf,
  type StreamPosition,
} from '@arbiter/contracts';
import { branchOf } from '@arbiter/domain';
import { emptyEntry, fold, provenanceRead, type Entry } from '@arbiter/runtime';
import { EventStore, type Database, type Sealer } from '@arbiter/store';
import type { ArchivedStreams } from '../archive/archived-streams';
import { decideAgain, type Situation } from './decide-again';
import { ErasureWatch } from './erasure-watch';
import { LogSource, keyOf } from './log-source';
import { decisionsIn, type Fault, type RecordedDecision } from './recorded-decisions';
import type { RuleBook, Rules } from './rules';
import type { Replayed, StreamReport } from './replay-report';

export interface ReplayParts {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly rules: RuleBook;
  /** throws when there are none of that hash */
  readonly artifacts: (hash: string) => Promise<ArtifactBundle>;
  /** the archived streams, when they are available */
  readonly archive?: ArchivedStreams;
}

type Event = RecordedOf<EventName>;

/**
 * Decides a stream's recorded inputs again, with the rules of today and without model, vendor or clock.
 *
 * 1. Each decision is made again from the facts recorded before it, so that one difference does not become many.
 * 2. From the first erased value on nothing of the stream can be compared.
 * 3. An ordered feed is taken in ascending order, each fact once.
 * 4. A decision upon facts that are archived and not available cannot be compared; later ones can.
 *
 * Throws a terminal error for a category without decisions, and the errors of Postgres.
 */
export async function replayStream(stream: string, parts: ReplayParts): Promise<StreamReport> {
  const { category, tenant } = parseStream(stream);
  const rules = parts.rules.get(category);
  if (!rules)
    throw terminal(
      'not_replayable',
      `nothing is decided in ${stream}; replay streams of ${[...parts.rules.keys()].join(', ')}`,
      'stream',
    );
  const watch = new ErasureWatch(parts.sealer);
  const source = new LogSource(parts.database, new EventStore(parts.database, watch, 'replay'), parts.archive ?? null);
  try {
    const { decisions, faults } = decisionsIn(await source.decisions(stream));
    const wanted = wantedBy(decisions);
    const causes = await source.facts(wanted);
    const away = await source.away(
      wanted.filter((position) => !causes.has(keyOf(position))).map((position) => position.stream),
    );
    const artifacts = await loadArtifacts(decisions, causes, parts.artifacts);
    const replayed = replayAll({ decisions, rules, watch, causes, away, artifacts, tenant });
    return { stream, decisions: [...faults.map((fault) => faulty(stream, fault)), ...replayed] };
  } catch (error) {
    if (!(error instanceof ArbiterError) || error.kind !== 'terminal') throw error;
    return { stream, decisions: [faulty(stream, { version: null, what: error.message })] };
  }
}

interface Material {
  readonly decisions: readonly RecordedDecision[];
  readonly rules: Rules;
  readonly watch: ErasureWatch;
  readonly causes: ReadonlyMap<string, Event>;
  /** streams that are archived and not at hand */
  readonly away: ReadonlySet<string>;
  readonly artifacts: ReadonlyMap<string, ArtifactBundle>;
  readonly tenant: string;
}

function replayAll({ decisions, rules, watch, causes, away, artifacts, tenant }: Material): readonly Replayed[] {
  let entry: Entry<unknown> = emptyEntry(rules.decider);
  let tainted = false;
  return decisions.map((recorded) => {
    tainted ||= recorded.facts.some((fact) => watch.hasErased(fact));
    const position = causeOf(recorded);
    const situation: Situation = {
      recorded,
      rules,
      entry,
      tenant,
      sealer: watch,
      cause: position && (causes.get(keyOf(position)) ?? null),
      artifacts: artifacts.get(recorded.record.artifacts),
      provenance:
        recorded.record.read &&
        provenanceRead(
          recorded.record,
          (position) => causes.get(keyOf(position)),
          (hash) => artifacts.get(hash),
          branchOf,
        ),
      archived: [...(position ? [position] : []), ...(recorded.record.read ?? [])].some(({ stream }) =>
        away.has(stream),
      ),
      erased: () =>
        tainted ||
        [...(position ? [position] : []), ...(recorded.record.read ?? []), recorded.facts[0]].some((place) =>
          watch.hasErased(place),
        ),
    };
    const replayed = decideAgain(situation);
    entry = recorded.facts.reduce((folded, fact) => fold(rules.decider, rules.feeds, folded, fact), entry);
    return replayed;
  });
}

/** The event a decision was made upon, or that the command it was made upon came from. */
const causeOf = ({ record, facts }: RecordedDecision): StreamPosition | null => record.source ?? facts[0].source;

/** The facts that decisions were made upon, each once. */
function wantedBy(decisions: readonly RecordedDecision[]): readonly StreamPosition[] {
  const positions = decisions.flatMap((decision) => [causeOf(decision) ?? [], decision.record.read ?? []].flat());
  return [...new Map(positions.map((position) => [keyOf(position), position])).values()];
}

async function loadArtifacts(
  decisions: readonly RecordedDecision[],
  causes: ReadonlyMap<string, Event>,
  load: ReplayParts['artifacts'],
): Promise<ReadonlyMap<string, ArtifactBundle>> {
  const pinned = decisions.flatMap(({ record }) => record.read ?? []).flatMap((read) => causes.get(keyOf(read)) ?? []);
  const hashes = [
    ...new Set([
      ...decisions.map(({ record }) => record.artifacts),
      ...pinned.flatMap(({ name, data }) =>
        name === 'run.requested' ? [(data as { artifacts: string }).artifacts] : [],
      ),
    ]),
  ];
  const loaded = await Promise.all(hashes.map((hash) => load(hash).catch(onlyUnknown)));
  return new Map(hashes.flatMap((hash, index) => (loaded[index] ? [[hash, loaded[index]]] : [])));
}

/** A missing bundle is reported for each decision made with it. */
function onlyUnknown(error: unknown): null {
  if (error instanceof ArbiterError && error.code === 'unknown_artifacts') return null;
  throw error;
}

const faulty = (stream: string, { version, what }: Fault): Replayed => ({
  stream,
  version,
  verdict: 'differing',
  input: '',
  facts: [],
  what,
});
