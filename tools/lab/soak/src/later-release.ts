import { OtherBuild } from '@arbiter/stack';

/**
 * The build of a release that comes after this one and may be rolled back at any time: its executor writes a field that
 * this one does not know, and its rules have another hash. A release that is rolled back must leave nothing behind that
 * only a later one could read.
 */
export function laterRelease(): OtherBuild {
  const build = OtherBuild.copy();
  build.addField(
    'libs/contracts/dist/events/run.js',
    'run.completed',
    'remark: typebox_1.Type.Optional(typebox_1.Type.String()),',
  );
  build.append('libs/domain/dist/run/run-decider.js', REMARKING);
  return build;
}

const REMARKING = `
const { decide: decideRun } = exports.runDecider;
exports.runDecider.decide = (...given) => {
    const decision = decideRun(...given);
    const remarked = (fact) => (fact.name === 'run.completed' ? { ...fact, data: { ...fact.data, remark: 'later' } } : fact);
    return (0, contracts_1.isIgnored)(decision) ? decision : decision.map(remarked);
};
`;
