// Button that toggles between light and dark theme.
import { IconButton } from './button.tsx';
import { useTheme } from './theme.ts';

export function ThemeSwitch() {
  const [theme, setTheme] = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      icon={next === 'dark' ? 'moon' : 'sun'}
      label={`Use ${next} theme`}
      onClick={() => setTheme(next)}
    />
  );
}
