import { readCommand } from './command';

const read = (line: string) => readCommand(line.split(' ').filter((part) => part !== ''));

describe('a command about the playbooks', () => {
  it.each([
    ['', { command: 'list' }],
    ['list', { command: 'list' }],
    ['show followup', { command: 'show', name: 'followup', day: null, watch: false }],
    ['show followup 2026-11-23 --watch', { command: 'show', name: 'followup', day: '2026-11-23', watch: true }],
    ['run followup', { command: 'run', name: 'followup', day: null, watch: false }],
    ['run followup --day 2026-11-23 --watch', { command: 'run', name: 'followup', day: '2026-11-23', watch: true }],
    ['resume followup 2026-11-23', { command: 'resume', name: 'followup', day: '2026-11-23', give: {} }],
    [
      'resume followup 2026-11-23 --actions 80 --dollars 0.5',
      { command: 'resume', name: 'followup', day: '2026-11-23', give: { actions: 80, dollars: 0.5 } },
    ],
    ['approvals', { command: 'approvals' }],
    ['approve a:1', { command: 'answer', id: 'a:1', decision: 'approve', reason: null }],
    ['reject a:1 --reason called', { command: 'answer', id: 'a:1', decision: 'reject', reason: 'called' }],
  ])('"%s" is understood', (line, command) => {
    expect(read(line)).toEqual({ base: null, command });
  });

  it('may go to any system', () => {
    expect(read('approvals --base http://example.test')).toMatchObject({ base: 'http://example.test' });
  });

  it.each([
    ['shwo', 'there is no "shwo"; name one of list, show, run, resume, approvals, approve, reject'],
    ['show', 'name a playbook'],
    ['run', 'name a playbook'],
    ['reject', 'name an id from `approvals`'],
    ['run followup 2026-11-23', '"2026-11-23" is too much'],
    ['approvals all', '"all" is too much'],
    ['resume followup', 'name the DAY that is paused'],
    ['resume followup 2026-11-23 --actions few', '--actions is "few"; give a whole number, 1 at least'],
    ['resume followup 2026-11-23 --actions -4', '--actions is "-4"; give a whole number, 1 at least'],
    ['resume followup 2026-11-23 --tokens 1.5', '--tokens is "1.5"; give a whole number, 1 at least'],
    ['resume followup 2026-11-23 --dollars 0', '--dollars is "0"; give a number above 0'],
    ['show followup --watch', '--watch needs the DAY'],
    ['show followup --day 2026-11-23', '"show" takes no --day'],
    ['run followup --reason soon', '"run" takes no --reason'],
    ['approve a:1 --watch', '"approve" takes no --watch'],
  ])('"%s" is refused with how it goes', (line, problem) => {
    expect(() => read(line)).toThrow(expect.objectContaining({ code: 'usage' }));
    expect(() => read(line)).toThrow(problem);
    expect(() => read(line)).toThrow('npm run playbooks -- run NAME');
  });
});
