// A photo that is stored on the phone.
import { useEffect, useState } from 'react';

interface PhotoProps {
  readonly picture: Blob;
  readonly alt: string;
  readonly className: string;
}

export function Photo({ picture, alt, className }: PhotoProps) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return <img src={url} alt={alt} className={className} />;
}
