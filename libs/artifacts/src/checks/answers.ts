import { oneOf, type Check } from './check';

/**
 * PL-01: when a model takes a message for a question, an intent looks the answer up. That intent changes nothing and
 * takes the whole message.
 */
export const checkAnswers: Check = ({ conversation, intents, templates }, report) => {
  const { from = [], lookUp } = conversation.plainAnswers ?? {};
  const looking = intents.filter(
    ({ template, slots }) =>
      templates.find((one) => one.template === template)?.steps.every(({ tool }) => tool === undefined) === true &&
      slots.every(({ required, wholeMessage }) => !required || wholeMessage === true),
  );
  if (lookUp === undefined ? !from.includes('knowledge') : looking.some(({ intent }) => intent === lookUp)) return;
  report(
    'conversation.yaml',
    ['plainAnswers', lookUp === undefined ? 'from' : 'lookUp'],
    lookUp === undefined
      ? '"knowledge" needs an intent that looks questions up'
      : `"${lookUp}" is no intent that takes the whole message and calls no tool`,
    `\`lookUp\`: ${oneOf(looking.map(({ intent }) => intent))}`,
  );
};
