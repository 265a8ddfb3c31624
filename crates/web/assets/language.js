// The language of the page, which the server has chosen, and its texts.
import { FluentBundle, FluentResource } from './fluent.js';

export const language = document.documentElement.lang;
// Each language by its own name.
export const languages = [['en', 'English'], ['zh-Hans', '简体中文'], ['zh-Hant', '繁體中文'], ['ja', '日本語']];

const bundle = new FluentBundle(language, { useIsolating: false });
const answer = await fetch(`texts/${language}.ftl`);
bundle.addResource(new FluentResource(await answer.text()));

export const knows = (key) => bundle.hasMessage(key);

// The text of a key with its arguments. An argument that is missing is shown by its name.
export const say = (key, args = {}) => {
  const message = bundle.getMessage(key);
  return message?.value ? bundle.formatPattern(message.value, args, []) : key;
};

// Another language: the server reads the choice when the page is loaded again.
export const choose = (tag) => {
  document.cookie = `language=${tag}; path=/; max-age=31536000; SameSite=Strict`;
  location.reload();
};
