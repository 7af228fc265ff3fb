import { patternProblem, placeholdersOf, shownSlots, type ArtifactBundle } from '@arbiter/contracts';
import { propertiesOf, requiredOf } from './argument-schema';
import { oneOf, type Check, type Report } from './check';

type Intent = ArtifactBundle['intents'][number];

/** An intent leads to a template and asks for exactly what that template needs. */
export const checkIntents: Check = (bundle, report) => {
  bundle.intents.forEach((intent, index) => {
    checkTemplate(bundle, intent, index, report);
    checkEnquiry(bundle, intent, index, report);
    checkLabel(intent.label, intent, (reason, fix) => report('intents.yaml', [index, 'label'], reason, fix));
    intent.slots.forEach((slot, position) =>
      checkSlot(slot, intent, (key, reason, fix) =>
        report('intents.yaml', [index, 'slots', position, key], reason, fix),
      ),
    );
  });
};

function checkTemplate(bundle: ArtifactBundle, intent: Intent, index: number, report: Report): void {
  const template = bundle.templates.find(({ template }) => template === intent.template);
  if (!template) {
    report(
      'intents.yaml',
      [index, 'template'],
      `there is no template "${intent.template}"`,
      oneOf(bundle.templates.map(({ template }) => template)),
    );
    return;
  }
  const asked = new Set(intent.slots.filter(({ required }) => required).map(({ name }) => name));
  for (const name of requiredOf(template.args)) {
    if (!asked.has(name))
      report(
        'intents.yaml',
        [index, 'slots'],
        `template "${template.template}" needs \`${name}\`, which no required slot asks for`,
        `add a required slot \`${name}\``,
      );
  }
  const taken = propertiesOf(template.args) ?? [];
  intent.slots.forEach(({ name }, position) => {
    if (!taken.includes(name))
      report(
        'intents.yaml',
        [index, 'slots', position, 'name'],
        `template "${template.template}" takes no argument \`${name}\``,
        oneOf(taken),
      );
  });
}

/** A question about a deed is answered by an intent that changes nothing, or by a sentence. */
function checkEnquiry(bundle: ArtifactBundle, { enquiry, about }: Intent, index: number, report: Report): void {
  const answering = bundle.intents.filter((intent) => changesNothing(intent, bundle)).map(({ intent }) => intent);
  if (enquiry !== undefined && !answering.includes(enquiry))
    report('intents.yaml', [index, 'enquiry'], `"${enquiry}" is no intent that changes nothing`, oneOf(answering));
  if (about !== undefined && !Object.hasOwn(bundle.copy.sentences, about))
    report('intents.yaml', [index, 'about'], `there is no sentence "${about}"`, 'add it to `sentences` in copy.yaml');
}

const changesNothing = ({ template }: Intent, { templates, tools }: ArtifactBundle): boolean =>
  (templates.find((one) => one.template === template)?.steps ?? []).every(
    ({ tool }) => tool === undefined || tools.find((one) => one.tool === tool)?.riskClass === 'read',
  );

/** CL-11: a label is shown, so it may hold no secret. */
export function checkLabel(
  label: string | undefined,
  intent: Intent,
  report: (reason: string, fix: string) => void,
): void {
  const shown = shownSlots(intent);
  for (const name of placeholdersOf(label ?? '')) {
    if (!shown.includes(name))
      report(`"${intent.intent}" has no slot {${name}} that may be shown`, oneOf(shown.map((slot) => `{${slot}}`)));
  }
}

function checkSlot(
  slot: Intent['slots'][number],
  { slots }: Intent,
  report: (key: string, reason: string, fix: string) => void,
): void {
  if (slot.expectedType === 'identifier' && slot.pattern === undefined)
    report('expectedType', 'an identifier needs a pattern', "add a `pattern` such as '^\\d{4}$'");
  if (slot.expectedType.startsWith('choice') && !slot.choices?.length)
    report('expectedType', 'a choice needs choices', 'add `choices`');
  const others = slots.map(({ name }) => name).filter((name) => name !== slot.name);
  for (const name of (slot.cues ?? []).flatMap(placeholdersOf))
    if (!others.includes(name))
      report('cues', `there is no other slot {${name}}`, oneOf(others.map((other) => `{${other}}`)));
  const problem = slot.pattern === undefined ? null : patternProblem(slot.pattern);
  if (problem) report('pattern', `the pattern ${problem}`, "write a simpler one, such as '^\\d{4}$'");
}
