import type { Grants, PauseReason } from './playbook-run';
import type { PausedDayView, PlaybookRunView } from './api';

/** A limit that a paused instance has reached, and how much more it needs, for the whole run. */
export interface Need {
  readonly field: keyof Grants;
  /** with less the instance does not go on */
  readonly least: number;
  /** with this limit the instance comes to its end, as far as is known */
  readonly enough: number;
}

const MOST: Readonly<Record<keyof Grants, number>> = { actions: 1_000_000, tokens: 1_000_000_000, dollars: 100_000 };
const SMALLEST_DOLLARS = 0.01;

type Paused = Pick<PlaybookRunView, 'playbook' | 'day' | 'branches' | 'paused'>;

/** PL-28: the grants it needs to go on; empty where a person has to do something else first. */
export const needsOf = ({ paused, branches }: Paused): readonly Need[] =>
  (paused?.reasons ?? [])
    .flatMap((reason) => needsFor(reason, branches.open))
    .map(({ field, least, enough }) => ({ field, least, enough: Math.min(MOST[field], Math.max(least, enough)) }));

function needsFor(reason: PauseReason, left: number): readonly Need[] {
  if (reason.why === 'actions') {
    const { used, needed } = reason;
    return [{ field: 'actions', least: needed, enough: used + left * (needed - used) }];
  }
  if (reason.why !== 'models' || reason.budget === 'day') return [];
  const { tokens, dollars } = reason;
  return [
    ...(tokens === undefined ? [] : [{ field: 'tokens' as const, least: tokens + 1, enough: 2 * tokens }]),
    ...(dollars === undefined
      ? []
      : [{ field: 'dollars' as const, least: cents(dollars + SMALLEST_DOLLARS), enough: cents(2 * dollars) }]),
  ];
}

const cents = (dollars: number): number => Math.round(dollars * 100) / 100;

/** PL-28: why it is paused and how it can go on, in English; null for one that is not paused. */
export function pauseAdvice(run: Paused): PausedDayView | null {
  const { paused, playbook, day } = run;
  if (paused === null) return null;
  const give: Grants = Object.fromEntries(needsOf(run).map(({ field, enough }) => [field, enough]));
  const why = paused.reasons.map(whyOf).join(' ');
  const first = [...new Set(paused.reasons.flatMap(firstOf))];
  const last = `To let it go on, POST ${JSON.stringify(give)} to /api/playbooks/${playbook}/runs/${day}/resume.`;
  return { ...paused, why, first, next: [...first, last].join(' '), give };
}

function whyOf(reason: PauseReason): string {
  switch (reason.why) {
    case 'actions':
      return `It has used ${reason.used} of the ${reason.most} calls of tools that it may make, and one more object needs ${reason.needed} in all.`;
    case 'models':
      return reason.budget === 'day'
        ? `Of the ${amountOf(reason)} that the tenant's models may take in a day, too little is left for the next call.`
        : `Of the ${amountOf(reason)} that models may take for the whole run, too little is left for the next call.`;
    case 'reauthorise':
      return `${reason.extension} no longer grants ${reason.tenant} the right ${reason.capability}, which ${reason.tool} needs.`;
  }
}

/** `10000 tokens and 2 US dollars`. */
const amountOf = ({ tokens, dollars }: Extract<PauseReason, { why: 'models' }>): string =>
  [
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(dollars === undefined ? [] : [`${dollars} US dollars`]),
  ].join(' and ') || 'budget';

/** The steps that are needed elsewhere before it may go on. */
function firstOf(reason: PauseReason): readonly string[] {
  if (reason.why === 'reauthorise') return [`Grant ${reason.capability} in ${reason.extension} again.`];
  if (reason.why === 'models' && reason.budget === 'day')
    return ['Wait for tomorrow, or raise the budget in models.yaml.'];
  return [];
}
