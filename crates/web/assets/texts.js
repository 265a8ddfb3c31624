// Numbers and scores as texts.
import { language, say } from './language.js';

export const signed = (value, digits) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;

// A score in hundredths as text, with this many digits: fewer where it is exact, or large.
export const scoreText = ({ score, mate, exact }, digits = 2) => {
  if (mate !== undefined && mate !== null) return `${mate < 0 ? '−' : ''}#${Math.abs(mate)}`;
  if (score === null || score === undefined) return '';
  if (exact && score % 100 === 0) return score === 0 ? '0' : signed(score / 100, 0);
  return signed(score / 100, Math.abs(score) >= 1000 ? Math.min(digits, 1) : digits);
};

// The same value seen by the other side.
export const reversed = (value) => ({
  ...value, score: value.score === null ? null : -value.score, mate: value.mate === undefined || value.mate === null ? value.mate : -value.mate,
  wdl: value.wdl ? [value.wdl[2], value.wdl[1], value.wdl[0]] : value.wdl,
});

// Words as a list of the language: `one, two and three`.
export const listText = (words) => new Intl.ListFormat(language, { type: 'conjunction' }).format(words);

export const countText = (count) => {
  const [size, unit] = [[1e9, ' G'], [1e6, ' M'], [1e3, ' K'], [0, '']].find(([least]) => count >= least);
  return unit ? `${Number((count / size).toPrecision(3))}${unit}` : String(count);
};

export const clockText = (ms) => {
  const left = Math.max(0, ms);
  if (left < 10000) return (left / 1000).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
};

export const resultText = (result) => ({ '1-0': '1–0', '0-1': '0–1', '1/2-1/2': '½–½' })[result] || '';

// How a game of a list ended: the discs of both sides, where they are known.
export const finalText = ({ discs, result }) => (discs ? discs.join('–') : resultText(result));

// Shares of a whole in per cent that add up to 100: those that lose most where all are rounded down are rounded up.
export const inPercent = (shares) => {
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const exact = shares.map((share) => (100 * share) / sum(shares));
  const percents = exact.map(Math.floor);
  const loss = (index) => exact[index] - percents[index];
  const byLoss = [...exact.keys()].sort((one, other) => loss(other) - loss(one));
  byLoss.slice(0, 100 - sum(percents)).forEach((index) => { percents[index] += 1; });
  return percents;
};

export const dateText = (ms) => new Date(ms).toLocaleString(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

// A day as game files have it.
export const dayText = (ms) => {
  const day = new Date(ms);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('.');
};

export const bytesText = (bytes) => (bytes < 1024 ? say('bytes', { count: bytes }) : bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`);

// A sentence as it stands at the end of a line: with a capital and a stop.
export const sentence = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}${/[.!?…。！？]$/.test(text) ? '' : say('full-stop')}` : '');

// What an engine is told to do, in words.
export const limitText = (limit, clock) => {
  if (clock) return say('clock-base-increment', { base: clockText(clock.base_ms), seconds: clock.increment_ms / 1000 });
  if (limit.strength) return say('strength-number', { strength: limit.strength });
  if (limit.level) return say('level', { level: limit.level });
  if (limit.depth) return say('depth', { depth: limit.depth });
  if (limit.nodes) return say('nodes', { count: countText(limit.nodes) });
  return limit.ms ? say('seconds-a-move', { seconds: limit.ms / 1000 }) : '';
};

