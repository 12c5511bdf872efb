// Downloads the stored data of a person as a JSON file.
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../client/save-file.ts';
import type { AskedPerson } from '../api.ts';
import { useWrite } from '../session-context.tsx';

export function useExport(asked: AskedPerson) {
  const write = useWrite();
  return useMutation({
    mutationFn: async () => {
      const document = await write<object>('POST', '/people/export', asked);
      const content = new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' });
      saveFile({ content, name: 'person.json' });
    },
  });
}
