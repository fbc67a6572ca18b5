/** Where the user's settings and receipts lie (D-52). */

/** What the rule looks at; `home` is from the user database, never from $HOME. */
export type OwnFolderFacts = {
  platform: string
  home: string
  /** The values of COPANE_CONFIG_DIR and COPANE_STATE_DIR. */
  configOverride: string | undefined
  stateOverride: string | undefined
  /** %APPDATA% and %LOCALAPPDATA%, on Windows. */
  appData: string | undefined
  localAppData: string | undefined
}

/** The folders of Copane that are the user's own. */
export function ownFolders(facts: OwnFolderFacts): { config: string; state: string } {
  const { config, state } = usualFolders(facts)
  return { config: facts.configOverride || config, state: facts.stateOverride || state }
}

function usualFolders({ platform, home, appData, localAppData }: OwnFolderFacts): {
  config: string
  state: string
} {
  if (platform === 'win32')
    return {
      config: `${appData ?? `${home}\\AppData\\Roaming`}\\copane`,
      state: `${localAppData ?? `${home}\\AppData\\Local`}\\copane\\state`,
    }
  if (platform === 'darwin') {
    const library = `${home}/Library/Application Support/copane`
    return { config: library, state: `${library}/state` }
  }
  return { config: `${home}/.config/copane`, state: `${home}/.local/state/copane` }
}
