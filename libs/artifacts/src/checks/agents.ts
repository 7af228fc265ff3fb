import {
  DELEGATE_TOOL,
  DelegationArguments,
  patternProblem,
  type AgentExample,
  type AgentProfile,
  type ArtifactBundle,
  type ExampleArgument,
} from '@arbiter/contracts';
import { propertiesOf, requiredOf } from './argument-schema';
import { oneOf, type Check, type ReportInside } from './check';
import { knownOfItems, propertySchemaAt } from './known';

/** An agent may call what it names, its examples do no more than it may, and one at most serves any wish. */
export const checkAgents: Check = (bundle, report) => {
  const [first, ...others] = (bundle.agents ?? []).flatMap((profile, index) =>
    profile.default === true ? [index] : [],
  );
  for (const index of others)
    report('agents.yaml', [index, 'default'], `the agent ${first! + 1} is the default already`, 'take one of them out');
  bundle.agents?.forEach((profile, index) => {
    const inAgent: ReportInside = (path, reason, fix) => report('agents.yaml', [index, ...path], reason, fix);
    checkTools(bundle, profile, inAgent);
    if (profile.knowledge === true && profile.default !== true)
      inAgent(
        ['knowledge'],
        'only the default agent has it searched',
        'put a `retrieve` step before its `agent_run`, or take it out',
      );
    checkDelegates(bundle, profile, inAgent);
    profile.examples?.forEach((example, position) =>
      checkExample(bundle, profile, example, (path, reason, fix) =>
        inAgent(['examples', position, ...path], reason, fix),
      ),
    );
  });
};

function checkTools({ tools, policy }: ArtifactBundle, { tools: named }: AgentProfile, report: ReportInside): void {
  named.forEach((name, position) => {
    if (!tools.some(({ tool }) => tool === name))
      report(['tools', position], `there is no tool "${name}"`, oneOf(tools.map(({ tool }) => tool)));
    else if (!policy.allowList.includes(name))
      report(['tools', position], `"${name}" is not on the allow list`, 'add it to `allowList` of policies.yaml');
  });
}

/** CP-04, CP-06: a delegate without a tool that its delegator has could do nothing. */
function checkDelegates(
  { agents = [] }: ArtifactBundle,
  { agent: own, tools, mayDelegateTo = [] }: AgentProfile,
  report: ReportInside,
): void {
  mayDelegateTo.forEach((name, position) => {
    const others = agents.filter(({ agent }) => agent !== own);
    const delegate = others.find(({ agent }) => agent === name);
    const path = ['mayDelegateTo', position];
    if (!delegate) report(path, `there is no other agent "${name}"`, oneOf(others.map(({ agent }) => agent)));
    else if (!delegate.tools.some((tool) => tools.includes(tool)))
      report(path, `"${own}" has none of the tools of "${name}"`, `give "${own}" one of ${delegate.tools.join(', ')}`);
  });
}

/** Of the arguments of a call that an agent may make. */
function schemaOf(name: string, { tools: own, mayDelegateTo }: AgentProfile, tools: ArtifactBundle['tools']): unknown {
  if (name === DELEGATE_TOOL && mayDelegateTo !== undefined) return DelegationArguments;
  return own.includes(name) ? tools.find(({ tool }) => tool === name)?.args : undefined;
}

function checkExample(
  { tools, copy }: ArtifactBundle,
  profile: AgentProfile,
  { calls, copy: key }: AgentExample,
  report: ReportInside,
): void {
  if (!Object.hasOwn(copy.sentences, key)) report(['copy'], `the copy has no sentence "${key}"`, 'add it to copy.yaml');
  calls.forEach(({ tool: name, args }, position) => {
    const path = ['calls', position];
    const schema = schemaOf(name, profile, tools);
    if (schema === undefined)
      return report([...path, 'tool'], `the agent may not call "${name}"`, oneOf(profile.tools));
    const names = propertiesOf(schema) ?? [];
    for (const [argument, source] of Object.entries(args)) {
      const place = [...path, 'args', argument];
      if (!names.includes(argument)) report(place, `"${name}" takes no argument "${argument}"`, oneOf(names));
      const problem = 'match' in source ? patternProblem(source.match) : null;
      if (problem !== null) report([...place, 'match'], problem, 'write a regular expression that is valid');
      for (const [field, result] of resultsOf(source))
        if (Number(result.split('.')[1] ?? 0) > position)
          report([...place, field], 'it names the result of a later call', `name one of the ${position} before it`);
      if ('among' in source)
        checkListed(tools, calls, source, (inner, ...rest) => report([...place, ...inner], ...rest));
    }
    const missing = requiredOf(schema).find((needed) => !Object.hasOwn(args, needed));
    if (missing !== undefined) report([...path, 'args'], `"${name}" needs "${missing}"`, `add \`${missing}\``);
  });
}

const resultsOf = (source: ExampleArgument): readonly (readonly [string, string])[] =>
  'from' in source ? [['from', source.from]] : 'among' in source ? [['among', source.among]] : [];

/** Where the result has a schema, it holds such a list of items with such fields. */
function checkListed(
  tools: ArtifactBundle['tools'],
  calls: AgentExample['calls'],
  source: Extract<ExampleArgument, { among: string }>,
  report: ReportInside,
): void {
  const [, call, ...path] = source.among.split('.');
  const result = tools.find(({ tool }) => tool === calls[Number(call) - 1]?.tool)?.result;
  if (result === undefined) return;
  const fields = knownOfItems(propertySchemaAt(result, path));
  if (fields === null)
    return report(['among'], `the result schema has no list of records at \`${path.join('.')}\``, 'name a list of it');
  for (const field of ['by', 'take'] as const)
    if (!Object.hasOwn(fields, source[field]))
      report([field], `the records have no field "${source[field]}"`, oneOf(Object.keys(fields)));
}
