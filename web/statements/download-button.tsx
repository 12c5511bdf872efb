// Button that downloads a statement as PDF or CSV.
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../client/api-request.ts';
import { saveFile } from '../client/save-file.ts';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';

interface DownloadButtonProps {
  readonly url: string;
  readonly month: string;
  readonly format: 'pdf' | 'csv';
  readonly size?: 'small' | 'medium';
}

export function DownloadButton({ url, month, format, size = 'medium' }: DownloadButtonProps) {
  const toast = useToast();
  const download = useMutation({
    mutationFn: () => fetchFile(url),
    onSuccess: saveFile,
    onError: (error) => toast(error.message, 'bad'),
  });
  return (
    <Button
      size={size}
      icon="down"
      busy={download.isPending}
      aria-label={`Download the statement of ${month} as ${format.toUpperCase()}`}
      onClick={() => download.mutate()}
    >
      {format.toUpperCase()}
    </Button>
  );
}
