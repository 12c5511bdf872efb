// Thumbnails of draft photos: taken at this stop, not yet attached to a step.
import { useEffect, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { fill } from '../../ui/interpolate.ts';
import type { Words } from '../messages.ts';
import type { StoredPhoto } from '../offline/offline-store.ts';

interface PhotoStripProps {
  readonly words: Words;
  readonly photos: readonly StoredPhoto[];
  readonly onDrop: (id: string) => void;
}

export function PhotoStrip({ words, photos, onDrop }: PhotoStripProps) {
  if (photos.length === 0) return null;
  return (
    <ul className="flex gap-2 overflow-x-auto py-1">
      {photos.map(({ id, picture }, index) => (
        <li key={id} className="relative flex-none">
          <Thumbnail picture={picture} alt={fill(words.photoOf, { number: index + 1 })} />
          <button
            type="button"
            aria-label={fill(words.removePhoto, { number: index + 1 })}
            onClick={() => onDrop(id)}
            className="absolute -top-1 -right-1 grid size-8 place-items-center rounded-full border bg-card text-danger shadow-xs"
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ picture, alt }: { readonly picture: Blob; readonly alt: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return <img src={url} alt={alt} className="size-20 rounded-xl border bg-tint object-cover" />;
}
