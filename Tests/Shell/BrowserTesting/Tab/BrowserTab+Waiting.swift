extension BrowserTab {
    /// Waits until a condition is met.
    ///
    /// - Parameters:
    ///   - expectation: What is waited for, for the message.
    ///   - condition: The condition; errors that a changing page causes for a moment count as not met.
    /// - Throws: ``BrowserError`` of the code `timeout`, with what the page shows; other errors of the condition.
    package func waiting(
        for expectation: String = "the condition", until condition: () async throws -> Bool
    ) async throws {
        try await retrying(expectation) { try await condition() ? () : nil }
    }

    /// Waits until an element shows a text, among others.
    ///
    /// - Parameters:
    ///   - text: The text; white space counts as one space.
    ///   - selector: The CSS selector of the element.
    /// - Throws: ``BrowserError`` if it does not in time.
    package func shows(_ text: String, in selector: String = "body") async throws {
        let query = ElementQuery.css(selector).containing(text)
        try await waiting(for: "\(query)") { try await has(query) }
    }

    /// Waits until no element shows a text any more.
    ///
    /// - Parameters:
    ///   - text: The text; white space counts as one space.
    ///   - selector: The CSS selector of the elements.
    /// - Throws: ``BrowserError`` if one still does.
    package func hides(_ text: String, in selector: String = "body") async throws {
        let query = ElementQuery.css(selector).containing(text)
        try await waiting(for: "no \(query)") { try await !has(query) }
    }

    /// Waits until the address has a path, and a query if it is given one.
    ///
    /// - Parameter location: The path and the query: `/items?filter=completed`.
    /// - Throws: ``BrowserError`` if it does not in time.
    package func arrives(at location: String) async throws {
        try await waiting(for: "the address \(location)") {
            try await evaluate("return location.pathname + location.search") == location
        }
    }

    /// Repeats a step until it has a result.
    func retrying<Result>(_ expectation: String, _ step: () async throws -> Result?) async throws -> Result {
        let limit = ContinuousClock.now + patience
        while true {
            let failure: BrowserError?
            do {
                if let result = try await step() { return result }
                failure = nil
            } catch let error as BrowserError where error.isPassing {
                failure = error
            }
            guard ContinuousClock.now < limit else { throw try await timeout(expectation, after: failure) }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func timeout(_ expectation: String, after failure: BrowserError?) async throws -> BrowserError {
        return BrowserError(
            code: failure?.code ?? .timeout,
            message: """
                \(expectation), after \(patience): \(failure?.message ?? "not met"); the page shows:
                \(try await accessibilityNow().outline)
                """,
            page: try await address)
    }
}
