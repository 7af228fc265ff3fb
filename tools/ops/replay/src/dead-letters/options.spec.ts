import { readDeadLetterCommand } from './options';

const read = (line: string) => readDeadLetterCommand(line.split(' ').filter((part) => part !== ''));

describe('a command about messages that were set aside', () => {
  it.each([
    ['list', { command: 'list', atMost: 100 }],
    ['list 20', { command: 'list', atMost: 20 }],
    ['show 3', { command: 'show', sequence: 3 }],
    ['resend 3', { command: 'resend', sequence: 3 }],
    ['resend --all', { command: 'resend', sequence: 'all' }],
  ])('"%s" is understood', (line, command) => {
    expect(read(line)).toEqual(command);
  });

  it.each([
    ['', 'name one of list, show, resend'],
    ['delete 3', 'name one of list, show, resend'],
    ['show', 'name the NUMBER of a message, as `list` prints it'],
    ['resend', 'name the NUMBER of a message'],
    ['show first', '"first" is no whole number from 1 on'],
    ['show 0', '"0" is no whole number from 1 on'],
    ['show 1 2', 'that is too much'],
    ['list --all', 'that is too much'],
  ])('"%s" is refused with how it goes', (line, problem) => {
    expect(() => read(line)).toThrow(expect.objectContaining({ code: 'usage' }));
    expect(() => read(line)).toThrow(problem);
    expect(() => read(line)).toThrow('npm run dead-letters -- show NUMBER');
  });
});
