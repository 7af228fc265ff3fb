import { readSql, statement, type Statement } from '../database';

const APPEND = readSql('append.sql');
/**
 * Of several parts all streams are taken or none: one that is taken already fails the statement by its key, which costs
 * less than to look for it first.
 */
const APPEND_WHOLE = APPEND.replace('on conflict do nothing', '');
const OUTBOX = readSql('append-outbox.sql');
const DUE = readSql('append-due.sql');
const UI = readSql('append-ui.sql');
const TAKEN = 'select stream_id from head';
const TAKEN_WITH_DAY =
  'select stream_id, case when first_version = 1 then opening_day(recorded_at)::text end as opened_on from head';

const VARIANTS = new Map<string, Statement>();
const nameOf = (hasDue: boolean, hasUi: boolean, isWhole: boolean): string =>
  `append${hasDue ? '-due' : ''}${hasUi ? '-ui' : ''}${isWhole ? '-whole' : ''}`;

for (const due of [false, true])
  for (const ui of [false, true])
    for (const whole of [false, true]) {
      const name = nameOf(due, ui, whole);
      const append = `${whole ? APPEND_WHOLE : APPEND}${OUTBOX}${due ? DUE : ''}${ui ? UI : ''}`;
      VARIANTS.set(name, statement(name, `${append}${ui ? TAKEN_WITH_DAY : TAKEN}`));
    }

/** The statement that writes no more than there is to write; `isWhole`: all streams or none. */
export const appendStatement = (hasDue: boolean, hasUi: boolean, isWhole: boolean): Statement =>
  VARIANTS.get(nameOf(hasDue, hasUi, isWhole))!;
