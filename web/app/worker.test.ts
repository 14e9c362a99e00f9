import { expect, test, vi } from 'vitest';
import { startWorker } from './worker.ts';

class Workers extends EventTarget {
  controller: { postMessage: ReturnType<typeof vi.fn> } | null = null;
  constructor(readonly register: () => Promise<void>) {
    super();
  }
}
const start = (workers: Workers) => startWorker(workers as unknown as ServiceWorkerContainer);

test('the worker is told what was fetched before it was there, once it is', async () => {
  const workers = new Workers(async () => undefined);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: 'http://localhost/assets/fr-1.js' } as PerformanceEntry]);
  const started = start(workers);
  await Promise.resolve();
  workers.controller = { postMessage: vi.fn() };
  await vi.waitFor(async () => {
    workers.dispatchEvent(new Event('controllerchange'));
    expect(workers.controller?.postMessage).toHaveBeenCalledExactlyOnceWith({ fetched: ['http://localhost/assets/fr-1.js'] });
  });
  await started;
});

test('a browser that allows none is no reason to fail', async () => {
  await expect(start(new Workers(() => Promise.reject(new Error('no'))))).resolves.toBeUndefined();
});
