import { Started } from './started';

describe('what was started', () => {
  it('is stopped from the latest on, each of it even when another one cannot be', async () => {
    const stopped: string[] = [];
    const started = new Started();
    started.add(async () => void stopped.push('database'));
    started.add(() => Promise.reject(new Error('it hangs')));
    started.add(async () => void stopped.push('application'));
    await expect(started.stop()).rejects.toThrow('it hangs');
    expect(stopped).toEqual(['application', 'database']);
  });

  it('is stopped once', async () => {
    let stops = 0;
    const started = new Started();
    started.add(async () => void (stops += 1));
    await started.stop();
    await started.stop();
    expect(stops).toBe(1);
  });
});
