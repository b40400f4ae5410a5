import FeatureAPI

extension BrowserTab {
    /// How far the content is wider than the window, in CSS pixels; 0 if nothing is cut or scrolled sideways.
    package func horizontalOverflow() async throws -> Int {
        try await evaluate("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    }

    /// The cumulative layout shift since the page was loaded.
    ///
    /// See https://web.dev/articles/cls. Without scripts, it cannot be measured.
    ///
    /// - Parameter includesInput: Whether what followed a user's input at once counts, which the definition leaves out.
    /// - Returns: The sum of the shifts' scores; 0 if nothing has moved.
    /// - Throws: ``BrowserError`` if the script fails.
    package func layoutShift(includingInput includesInput: Bool = false) async throws -> Double {
        let script = """
            const [includesInput, done] = arguments;
            let sum = 0;
            new PerformanceObserver(list => {
                for (const shift of list.getEntries()) if (includesInput || !shift.hadRecentInput) sum += shift.value;
            }).observe({ type: "layout-shift", buffered: true });
            // Entries are delivered after the next frame.
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum), 50)));
            """
        return try await send(.post, "/execute/async", ["script": .string(script), "args": [.boolean(includesInput)]])
    }
}
