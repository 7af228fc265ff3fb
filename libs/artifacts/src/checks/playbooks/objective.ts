import type { FieldType, PlaybookConstraint } from '@arbiter/contracts';
import { oneOf, type ReportInside } from '../check';
import { mayBe } from '../known';
import { isTimeZone } from '../time-zone';
import { checkCondition } from './conditions';
import { parameterSchemaOf, type Scene } from './scene';

/** PL-06: the reads give all that is needed to compute whether the objective holds. */
export function checkObjective(scene: Scene): void {
  const { definition, objects, report } = scene;
  const { over, object, holds, acknowledged } = definition.objective;
  if (!objects)
    report(['objective', 'over'], `there is no read "${over}"`, oneOf(definition.reads.map(({ read }) => read)));
  checkField(scene, object, 'identifier', (_, reason, fix) => report(['objective', 'object'], reason, fix));
  checkCondition(scene, ['objective', 'holds'], holds, objects);
  if (acknowledged !== undefined) checkCondition(scene, ['objective', 'acknowledged'], acknowledged, objects);
}

/** PL-07: a constraint names fields and parameters that it can be held by. */
export function checkConstraints(scene: Scene): void {
  scene.definition.constraints.forEach((constraint, index) =>
    checkConstraint(scene, constraint, (path, reason, fix) =>
      scene.report(['constraints', index, ...path], reason, fix),
    ),
  );
}

function checkConstraint(scene: Scene, constraint: PlaybookConstraint, report: ReportInside): void {
  switch (constraint.constraint) {
    case 'max_touches_per_object_per_week':
      return;
    case 'no_contact_before_day':
      return checkField(scene, constraint.since, 'date', (_, reason, fix) => report(['since'], reason, fix));
    case 'never_contact':
      checkField(scene, constraint.field, null, (_, reason, fix) => report(['field'], reason, fix));
      return checkParameter(scene, constraint.list, 'array', (_, reason, fix) => report(['list'], reason, fix));
    case 'quiet_hours':
      checkParameter(scene, constraint.timeZone, 'string', (_, reason, fix) => report(['timeZone'], reason, fix));
      return checkZone(scene, constraint.timeZone);
    case 'tone_profile':
      return checkParameter(scene, constraint.profile, 'string', (_, reason, fix) => report(['profile'], reason, fix));
  }
}

/** A field that the objects have; `type` where nothing else would do. */
function checkField({ objects }: Scene, field: string, type: FieldType | null, report: ReportInside): void {
  if (!objects) return;
  const fitting = Object.entries(objects.fields).flatMap(([name, has]) =>
    type === null || has === type ? [name] : [],
  );
  if (fitting.includes(field)) return;
  const known = Object.hasOwn(objects.fields, field);
  report([], known ? `\`${field}\` is no ${type}` : `there is no field \`${field}\``, oneOf(fitting));
}

function checkParameter(scene: Scene, name: string, type: string, report: ReportInside): void {
  const fitting = scene.parameters.filter((known) => mayBe(parameterSchemaOf(scene, known), [type]));
  if (fitting.includes(name)) return;
  const known = scene.parameters.includes(name);
  report([], known ? `the parameter \`${name}\` is no ${type}` : `there is no parameter \`${name}\``, oneOf(fitting));
}

/** A JSON Schema cannot know the zones that there are. */
function checkZone({ active: { parameters }, reportActivation }: Scene, name: string): void {
  const zone = parameters[name];
  if (typeof zone === 'string' && !isTimeZone(zone))
    reportActivation(['parameters', name], `"${zone}" is no time zone`, 'use a name such as Europe/Berlin, or UTC');
}
