import { schemaCompiler } from '@arbiter/models';
import { deviationsOf } from '../../shape-problems';
import { isTimeZone } from '../time-zone';
import { Cron } from 'croner';
import type { Scene } from './scene';

/** PL-11: the tenant sets only parameters that the playbook lets it set, and its schedules can come due. */
export function checkActivation(scene: Scene): void {
  checkParameters(scene);
  checkSchedule('schedule', scene);
  checkSchedule('watch', scene);
}

function checkParameters({ definition, active, reportActivation }: Scene): void {
  const validate = compiled(definition.parameters);
  if (!validate || validate(active.parameters)) return;
  for (const { path, reason, fix } of deviationsOf(validate.errors ?? [], '`parameters`'))
    reportActivation(['parameters', ...path], reason, fix);
}

/** A schema that cannot be compiled is reported where it is written. */
function compiled(schema: unknown) {
  const compiler = schemaCompiler();
  try {
    return compiler.compile(schema as object);
  } catch {
    return null;
  } finally {
    compiler.removeSchema(schema as object);
  }
}

function checkSchedule(name: 'schedule' | 'watch', { active, reportActivation }: Scene): void {
  const schedule = active[name];
  if (!schedule) return;
  const { cron, timeZone } = schedule;
  const knownZone = isTimeZone(timeZone);
  if (!knownZone)
    reportActivation([name, 'timeZone'], `"${timeZone}" is no time zone`, 'use a name such as Europe/Berlin, or UTC');
  const problem = cronProblem(cron, knownZone ? timeZone : 'UTC');
  if (problem) reportActivation([name, 'cron'], problem, "write five fields, such as '0 7 * * 1-5'");
}

/** A day on which the calendar is looked at: whether a time ever comes depends on no clock. */
const ANY_DAY = new Date('2024-01-01T00:00:00Z');

function cronProblem(cron: string, timezone: string): string | null {
  try {
    const next = new Cron(cron, { mode: '5-part', timezone, paused: true }).nextRun(ANY_DAY);
    return next === null ? `"${cron}" never comes` : null;
  } catch (error) {
    return `"${cron}" is no schedule: ${(error as Error).message}`;
  }
}
