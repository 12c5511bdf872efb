// Logo: upload, preview and removal. The server decodes the file and stores a PNG; the page shows that one.
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { BrandLogo as Logo } from '../../ui/brand.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldFrame } from '../../ui/field.tsx';
import { fileInputClass } from '../../ui/file-input-class.ts';
import type { BrandLogo } from '../api.generated.ts';
import { useWrite } from '../session-context.tsx';

interface LogoFieldProps {
  readonly logo: BrandLogo | null;
  readonly error: string | null;
  readonly onChange: (logo: BrandLogo | null) => void;
}

export function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const write = useWrite();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => write<BrandLogo>('POST', '/branding/logos', undefined, { file }),
    onSuccess: onChange,
    onSettled: () => {
      // The same file can be chosen again.
      if (input.current) input.current.value = '';
    },
  });
  return (
    <FieldFrame
      label="Logo"
      hint="PNG, JPEG or WebP, at most 1 MB and 2,000 pixels per side. Shown on white, up to 32 pixels high."
      error={upload.error?.message ?? error}
    >
      {(props) => (
        <div className="grid gap-2">
          {logo && (
            <div className="flex items-center gap-3">
              <Logo {...logo} />
              <Button size="small" onClick={() => onChange(null)}>
                Remove<span className="sr-only"> the logo</span>
              </Button>
            </div>
          )}
          <input
            {...props}
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            disabled={upload.isPending}
            onChange={({ target: { files } }) => files?.[0] && upload.mutate(files[0])}
            className={fileInputClass}
          />
        </div>
      )}
    </FieldFrame>
  );
}
