// Mutation that signs the operator out.
import { useMutation } from '@tanstack/react-query';
import { useSession, useWrite } from '../session-context.tsx';

export function useSignOut() {
  const { end } = useSession();
  const write = useWrite();
  return useMutation({
    mutationFn: () => write('DELETE', '/session'),
    onSettled: () => end('signed-out'),
  });
}
