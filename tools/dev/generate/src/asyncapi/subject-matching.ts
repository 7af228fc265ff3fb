import { APPS, type App } from '@arbiter/contracts';
import { permissionsOf } from '@arbiter/runtime';

/** Whether a NATS pattern covers a subject: `*` matches one token, a last `>` one or more. */
export function covers(pattern: string, subject: string): boolean {
  const wanted = pattern.split('.');
  const given = subject.split('.');
  for (const [index, part] of wanted.entries()) {
    if (part === '>') return given.length > index;
    if (given[index] === undefined || (part !== '*' && part !== given[index])) return false;
  }
  return wanted.length === given.length;
}

/** The apps that the broker lets publish on a subject. */
export const publishersOf = (subject: string): readonly App[] =>
  APPS.filter((app) => permissionsOf(app).publish.some((pattern) => covers(pattern, subject)));

/** The apps that the broker lets listen to a subject. */
export const listenersOf = (subject: string): readonly App[] =>
  APPS.filter((app) => permissionsOf(app).subscribe.some((pattern) => covers(pattern, subject)));
