/** Has the service worker keep the app, with what this page fetched before it had one. */

export async function startWorker(workers: ServiceWorkerContainer | undefined = navigator.serviceWorker): Promise<void> {
  if (!workers) return;
  try {
    await workers.register('/sw.js');
  } catch {
    // Private windows and plain http have none: the app works without.
    return;
  }
  if (!workers.controller)
    await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }));
  const fetched = performance.getEntriesByType('resource').map((entry) => entry.name);
  workers.controller?.postMessage({ fetched });
}
