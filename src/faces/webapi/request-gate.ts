import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listenBefore, type Listener } from './listener.ts';

/** Holds back requests that may change data. */
export interface RequestGate {
  /** Lets further ones wait, and waits `patience` ms for those that run; false: some still run, and the gate is open again. */
  close(patience: number): Promise<boolean>;
  /** Serves those that wait. */
  open(): void;
}

/** Time between two looks at running requests, in milliseconds. */
const LOOK = 2;

/** Puts a gate before a server. The control plane itself passes it, and so do reads. */
export function requestGate(server: Server): RequestGate {
  const waiting: (() => void)[] = [];
  const running = new Set<ServerResponse>();
  let closings = 0;
  const admit = (request: IncomingMessage, response: ServerResponse, serve: Listener): void => {
    running.add(response);
    response.once('close', () => running.delete(response));
    serve(request, response);
  };
  const open = (): void => {
    closings = Math.max(0, closings - 1);
    if (closings === 0) for (const go of waiting.splice(0)) go();
  };
  listenBefore(server, (request, response, serve) => {
    const { method, url = '' } = request;
    if (method === 'GET' || method === 'HEAD' || isOfControlPlane(url)) serve(request, response);
    else if (closings > 0) waiting.push(() => admit(request, response, serve));
    else admit(request, response, serve);
  });
  return {
    async close(patience) {
      closings += 1;
      const end = performance.now() + patience;
      while (running.size > 0 && performance.now() < end) await pause(LOOK);
      if (running.size === 0) return true;
      open();
      return false;
    },
    open,
  };
}

/** Paths below `/_/`, apart from those of the console, whose routes change data as others do. */
function isOfControlPlane(url: string): boolean {
  return url.startsWith('/_/') && !url.startsWith('/_/console/');
}
