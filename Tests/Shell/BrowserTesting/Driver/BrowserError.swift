import DomainKit

/// An error of a browser or its driver.
package struct BrowserError: DescribedError, Sendable {
    /// The kind of an error: WebDriver's own code, or one of those below.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// The driver has not printed its port.
        package static let notStarted = Self(rawValue: "not started")

        /// Another process has taken the driver's port between its choice and its use.
        package static let portTaken = Self(rawValue: "port taken")

        /// The browser has ended before its test.
        package static let ended = Self(rawValue: "invalid session id")

        /// A browser or driver had to be killed.
        package static let notStopped = Self(rawValue: "not stopped")

        /// An answer of the driver cannot be read.
        package static let unreadableAnswer = Self(rawValue: "unreadable answer")

        /// A condition was not met in time.
        package static let timeout = Self(rawValue: "timeout")

        /// Several elements match.
        package static let ambiguousElement = Self(rawValue: "ambiguous element")

        /// A script did not answer in time.
        package static let scriptTimeout = Self(rawValue: "script timeout")

        /// The page was left meanwhile.
        package static let abortedByNavigation = Self(rawValue: "aborted by navigation")

        package static let noSuchElement = Self(rawValue: "no such element")
        package static let staleElement = Self(rawValue: "stale element reference")
        package static let elementNotInteractable = Self(rawValue: "element not interactable")
        package static let elementClickIntercepted = Self(rawValue: "element click intercepted")

        /// The errors that a page causes for a moment while it is changed, loaded or left.
        static let passing: Set<Self> = [
            .noSuchElement, .staleElement, .elementNotInteractable, .elementClickIntercepted, .ambiguousElement,
            .timeout, .scriptTimeout, .abortedByNavigation,
        ]
    }

    /// Whether a page causes the error for a moment while it is changed, loaded or left.
    ///
    /// Chromium's driver has no code for an element that is replaced while its inspector looks at it.
    var isPassing: Bool {
        Code.passing.contains(code) || message.contains("does not belong to the document")
    }

    /// The kind of the error.
    package let code: Code

    /// What is wrong.
    package let message: String

    /// The address of the page.
    package var page: String?

    /// The end of the log of driver and browser.
    package var log: String?

    /// What is wrong, on which page, and the log.
    package var description: String {
        var text = "\(code.rawValue): \(message)"
        if let page { text += "\nPage: \(page)" }
        if let log, !log.isEmpty { text += "\nLog:\n\(log)" }
        return text
    }
}
