import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const LEFT_OUT = /(\.d\.m?ts|\.map|\.spec\.js|\.tsbuildinfo)$|\/(node_modules|src)$/;

/**
 * The build of a release that comes after this one, in a folder of its own: this build, changed as a later one would be. Its executor
 * writes a fact of a new kind before a run waits or ends, and its router takes it and writes one of its own; a fact that both releases
 * know has a new version with an upcaster, another one a new field. Its rules have another hash by that.
 */
export function laterRelease(): string {
  const build = mkdtempSync(join(tmpdir(), 'arbiter-later-'));
  for (const group of ['libs', 'apps']) {
    cpSync(join(ROOT, group), join(build, group), { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
  }
  for (const file of ['package.json', 'docs/asyncapi.json']) cpSync(join(ROOT, file), join(build, file));
  linkModules(build);
  changeContracts(join(build, 'libs/contracts/dist'));
  changeDeciders(join(build, 'libs/domain/dist'));
  changeRouter(join(build, 'apps/router/dist'));
  return build;
}

/** Libraries are those of this release; packages of ours are those of the folder. */
function linkModules(build: string): void {
  const modules = join(build, 'node_modules');
  mkdirSync(join(modules, '@arbiter'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) if (name !== '@arbiter' && name !== '.bin') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(build, 'libs'))) symlinkSync(join(build, 'libs', name), join(modules, '@arbiter', name));
}

function changeContracts(dist: string): void {
  change(join(dist, 'events/run.js'), [
    ["'run.suspended': (0, definition_1.event)('run', 2,", "'run.remarked': (0, definition_1.event)('run', 1, 'A run was remarked upon.', (0, vocabulary_1.Closed)({ runId: typebox_1.Type.String(), sessionId: typebox_1.Type.String() })),\n    'run.suspended': (0, definition_1.event)('run', 3,"],
    ["'run.completed': (0, definition_1.event)('run', 2, 'A run ended; only what was open then may still come to its end (EV-04, EV-06).', (0, vocabulary_1.Closed)({", "'run.completed': (0, definition_1.event)('run', 2, 'A run ended; only what was open then may still come to its end (EV-04, EV-06).', (0, vocabulary_1.Closed)({\n        remark: typebox_1.Type.Optional(typebox_1.Type.String()),"],
  ]);
  const runs = readFileSync(join(dist, 'events/run.js'), 'utf8');
  const at = runs.indexOf('(0, vocabulary_1.Closed)({', runs.indexOf("'run.suspended'")) + '(0, vocabulary_1.Closed)({'.length;
  writeFileSync(join(dist, 'events/run.js'), `${runs.slice(0, at)}\n        remark: typebox_1.Type.String(),${runs.slice(at)}`);
  change(join(dist, 'events/session.js'), [
    ['exports.SESSION_EVENTS = {', "exports.SESSION_EVENTS = {\n    'session.remarked': (0, definition_1.event)('session', 1, 'A remark was taken.', (0, vocabulary_1.Closed)({ runId: typebox_1.Type.String() })),"],
  ]);
  change(join(dist, 'events/upcast.js'), [["'run.suspended': { 1:", "'run.suspended': { 2: (data) => ({ remark: '', ...data }), 1:"]]);
  change(join(dist, 'flow.js'), [["'run.watched':", "'run.remarked': { producer: 'executor', consumers: [to('router', 'on-run-remarked')] },\n    'session.remarked': { producer: 'router', consumers: [] },\n    'run.watched':"]]);
}

function changeDeciders(dist: string): void {
  append(join(dist, '6-reply/run-decider.js'), `
const { decide: decideRun, evolve: evolveKnown, show: showKnown } = exports.runDecider;
const remarked = (fact) => {
    if (fact.name !== 'run.suspended' && fact.name !== 'run.completed') return [fact];
    const { runId, sessionId } = fact.data;
    return [{ name: 'run.remarked', data: { runId, sessionId } }, { ...fact, data: { ...fact.data, remark: 'later' } }];
};
exports.runDecider.decide = (...given) => {
    const decision = decideRun(...given);
    return (0, contracts_1.isIgnored)(decision) ? decision : decision.flatMap(remarked);
};
exports.runDecider.evolve = (state, fact) => (fact.name === 'run.remarked' ? state : evolveKnown(state, fact));
exports.runDecider.show = (state, fact, context) => (fact.name === 'run.remarked' ? [] : showKnown(state, fact, context));
`);
  append(join(dist, '2-intent/session-decider.js'), `
const { decide: decideKnown, evolve: evolveSession, lookups: lookupsKnown } = exports.sessionDecider;
exports.sessionDecider.decide = (state, input, context) => (input.name === 'run.remarked' ? [{ name: 'session.remarked', data: { runId: input.data.runId } }] : decideKnown(state, input, context));
exports.sessionDecider.evolve = (state, fact) => (fact.name === 'session.remarked' ? state : evolveSession(state, fact));
exports.sessionDecider.lookups = (state, input, context) => (input.name === 'run.remarked' ? [] : lookupsKnown(state, input, context));
`);
}

function changeRouter(dist: string): void {
  change(join(dist, 'definition.js'), [[/reactions: \[/, "reactions: [(0, platform_1.reactTo)('run.remarked', { streams: domain_1.streamsForSession }), "]]);
}

/** Fails when the place is not there: this release has changed, and its successor must be changed after it. */
function change(file: string, replacements: readonly (readonly [string | RegExp, string])[]): void {
  let text = readFileSync(file, 'utf8');
  for (const [place, replacement] of replacements) {
    const changed = text.replace(place, () => replacement);
    if (changed === text) throw new Error(`${file} has no ${String(place)} that a later release could change`);
    text = changed;
  }
  writeFileSync(file, text);
}

const append = (file: string, code: string): void => appendFileSync(file, `\n${code}`);
