// Plain JavaScript: help is printed before anything is installed or built.
const { parseArgs } = require('node:util');
const { COMMANDS } = require('./commands.cjs');

const WIDTH = 24;
const HELP = { help: { does: 'prints this and does nothing else' } };

exports.commandNames = Object.keys(COMMANDS);

exports.isHelpWanted = (parameters) => {
  const end = parameters.indexOf('--');
  return (end < 0 ? parameters : parameters.slice(0, end)).some(
    (parameter) => parameter === '--help' || parameter === '-h',
  );
};

exports.usageOf = (name) =>
  [...COMMANDS[name].forms, `(${COMMANDS[name].call} --help says what each of it does)`].join('\n');

exports.helpOf = (name) => {
  const { does, forms, options = {}, environment = {}, exits = {}, examples } = COMMANDS[name];
  const parts = [
    `${does}\n`,
    section('How it is called', forms),
    section('Options', Object.entries({ ...options, ...HELP }).map(optionLine)),
    section(
      'Environment',
      Object.entries(environment).map(([variable, meaning]) => aligned(variable, meaning)),
    ),
    section(
      'Exit code',
      Object.entries(exits).map(([code, meaning]) => aligned(code, meaning)),
    ),
    section('Examples', examples),
  ];
  return parts.filter((part) => part !== '').join('\n');
};

exports.answerHelp = (name, parameters = process.argv.slice(2)) => {
  if (!exports.isHelpWanted(parameters)) return;
  process.stdout.write(exports.helpOf(name));
  process.exit(0);
};

exports.readArguments = (name, parameters) => {
  const { options = {}, operands = false, exactlyOne = [], first = [] } = COMMANDS[name];
  const kinds = Object.entries(options).map(([option, { value, fallback }]) => [
    option,
    value ? { type: 'string', ...(fallback === undefined ? {} : { default: fallback }) } : { type: 'boolean' },
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: withNegativeValues(parameters, options),
      options: Object.fromEntries(kinds),
      allowPositionals: operands,
    });
    if (exactlyOne.length > 0 && exactlyOne.filter((option) => option in values).length !== 1)
      throw new Error(`name one of ${exactlyOne.map((option) => `--${option}`).join(', ')}`);
    if (first.length > 0 && !first.includes(positionals[0])) throw new Error(`name one of ${first.join(', ')}`);
    const flags = new Set(Object.keys(values).filter((option) => values[option] === true));
    return {
      values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== true)),
      flags,
      operands: positionals,
    };
  } catch (error) {
    throw Object.assign(new Error(`${error.message.split('. ')[0]}\n${exports.usageOf(name)}`), { code: 'usage' });
  }
};

exports.takeArguments = (name, parameters = process.argv.slice(2)) => {
  exports.answerHelp(name, parameters);
  try {
    return exports.readArguments(name, parameters);
  } catch (error) {
    process.stderr.write(`arbiter: ${error.message}\n`);
    return process.exit(2);
  }
};

// A value that begins with a minus sign belongs to the option before it: what is wrong with it is said of the value.
function withNegativeValues(parameters, options) {
  const joined = [];
  for (const parameter of parameters) {
    const option = joined.at(-1)?.match(/^--([\w-]+)$/)?.[1];
    if (/^-\d/.test(parameter) && options[option]?.value) joined.push(`${joined.pop()}=${parameter}`);
    else joined.push(parameter);
  }
  return joined;
}

function optionLine([option, { value, does, fallback }]) {
  return aligned(
    `--${option}${value ? ` ${value}` : ''}`,
    fallback === undefined ? does : `${does}; ${fallback} when left out`,
  );
}

const aligned = (term, meaning) => `${term.padEnd(WIDTH)}${term.length >= WIDTH ? '  ' : ''}${meaning}`;

const section = (title, lines) =>
  lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
