import { readSql, statement, type Statement } from '../database';

const APPEND = readSql('append.sql');
const OUTBOX = readSql('append-outbox.sql');
const DUE = readSql('append-due.sql');
const UI = readSql('append-ui.sql');
const TAKEN = 'select stream_id from head';
const TAKEN_WITH_DAY =
  'select stream_id, case when first_version = 1 then opening_day(recorded_at)::text end as opened_on from head';

const VARIANTS = new Map<string, Statement>();
for (const due of [false, true]) {
  for (const ui of [false, true]) {
    const text = `${APPEND}${OUTBOX}${due ? DUE : ''}${ui ? `${UI}${TAKEN_WITH_DAY}` : TAKEN}`;
    VARIANTS.set(`${due}/${ui}`, statement(`append${due ? '-due' : ''}${ui ? '-ui' : ''}`, text));
  }
}

/** The statement that writes no more than there is to write. */
export const appendStatement = (hasDue: boolean, hasUi: boolean): Statement => VARIANTS.get(`${hasDue}/${hasUi}`)!;
