import {
  STEP_CODES,
  causesOf,
  type ArtifactBundle,
  type StepDefinition,
  type TemplateDefinition,
} from '@arbiter/contracts';
import { oneOf, type Check } from './check';
import { nearestOf } from './expressions';

/** Words for every other code, and for any code where it is unknown what came of it. */
const GENERAL = ['default', 'unknown_outcome'];

/** ER-04: words are for a code that something here can fail with: others would never be said. */
export const checkFailureCodes: Check = (bundle, report) => {
  bundle.templates.forEach((template, index) =>
    template.steps.forEach((step, position) => {
      const own = [...new Set(codesOf(step, template, bundle)), ...GENERAL];
      const known: readonly string[] = [...own, ...STEP_CODES];
      for (const code of Object.keys(step.failureCopy ?? {}).filter((code) => !known.includes(code))) {
        const nearest = nearestOf(code, known);
        report(
          'templates.yaml',
          [index, 'steps', position, 'failureCopy', code],
          `nothing fails here with "${code}"`,
          `${nearest === null ? '' : `you may mean \`${nearest}\`; `}${oneOf(own)}, or a code of the platform (docs/codes.md)`,
        );
      }
    }),
  );
};

/** The codes of the tenant with which a step may fail; a step that speaks may speak of any of them. */
function codesOf(step: StepDefinition, { steps }: TemplateDefinition, { tools }: ArtifactBundle): readonly string[] {
  const speaks = step.type === 'respond' || step.type === 'synthesize';
  return (speaks ? steps : [step]).flatMap(({ tool: name, expect }) => [
    ...(tools.find(({ tool }) => tool === name)?.errors ?? []),
    ...causesOf(expect).map(({ code }) => code),
  ]);
}
