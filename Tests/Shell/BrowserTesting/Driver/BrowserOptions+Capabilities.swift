import FeatureAPI
import Foundation

extension BrowserOptions {
    /// The capabilities of a new session with its profile in a folder.
    func capabilities(profile: String) -> JSONValue {
        var preferences: [String: JSONValue] = ["intl.accept_languages": .string(language)]
        if !hasJavaScript { preferences["profile.managed_default_content_settings.javascript"] = 2 }
        return [
            "acceptInsecureCerts": .boolean(acceptsAnyCertificate),
            // A script whose page is left never answers: its step is repeated.
            "timeouts": ["script": 15_000],
            "goog:loggingPrefs": ["browser": "ALL"],
            "goog:chromeOptions": [
                "args": .array(arguments(profile: profile).map(JSONValue.string)), "prefs": .object(preferences),
            ],
        ]
    }

    private func arguments(profile: String) -> [String] {
        let arguments = [
            // A browser ends with the pipe to its driver. See PAGE-20.
            "--headless=new", "--user-data-dir=\(profile)", "--remote-debugging-pipe",
            // For machines without a graphics processor, and containers with little shared memory.
            "--disable-gpu", "--disable-dev-shm-usage",
            // The process that draws is ended if it makes no progress for seconds, as on a busy machine, and the browser
            // ends with its sixth such end.
            "--disable-gpu-watchdog", "--disable-gpu-process-crash-limit",
            "--disable-component-update", "--hide-scrollbars", "--lang=\(language)",
            // Roles and names that the browser gives assistive technology, for scripts. Without the second flag, the
            // browser builds its whole tree for each of them: a search among 240 controls took a second, not 20 ms.
            "--enable-blink-features=ComputedAccessibilityInfo", "--force-renderer-accessibility",
            "--blink-settings=preferredColorScheme=\(appearance == .dark ? 0 : 1)",
            "--window-size=\(size.width),\(size.height)",
        ]
        // As root, the browser refuses to start with its sandbox.
        return geteuid() == 0 ? arguments + ["--no-sandbox"] : arguments
    }
}
