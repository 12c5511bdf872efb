// Client of the operator API.
import { type Call, callApi, fetchFile } from '../client/api-request.ts';
import type { SavedFile } from '../client/save-file.ts';

/** `path` is relative to /operator. `Answer` is the type of the response body. Hidden tabs do not keep a session alive. */
export function callOperator<Answer>(path: string, call?: Call): Promise<Answer> {
  return callApi(`/operator${path}`, { ...call, isBackground: document.visibilityState === 'hidden' });
}

export function fetchOperatorFile(path: string): Promise<SavedFile> {
  return fetchFile(`/operator${path}`);
}
