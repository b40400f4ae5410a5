import FeatureAPI

extension BrowserTab {
    /// The elements that match a query now, in the order of the document.
    package func elements(_ query: ElementQuery) async throws -> [BrowserElement] {
        let references: [BrowserElement.Reference] = try await retrying("\(query)") {
            try await evaluate(ElementQuery.script, .array(query.steps))
        }
        return references.map { BrowserElement(tab: self, reference: $0) }
    }

    /// Whether an element matches a query now.
    package func has(_ query: ElementQuery) async throws -> Bool { try await !elements(query).isEmpty }

    /// The only element that matches a query, once there is one.
    package func element(_ query: ElementQuery) async throws -> BrowserElement {
        try await with(query) { $0 }
    }

    /// Does something with the only element that matches a query, once there is one; again if the page changes meanwhile.
    func with<Result>(_ query: ElementQuery, _ step: (BrowserElement) async throws -> Result) async throws -> Result {
        try await retrying("\(query)") {
            let elements = try await elements(query)
            guard let element = elements.first else {
                throw BrowserError(code: .noSuchElement, message: "there is none")
            }
            guard elements.count == 1 else {
                throw BrowserError(code: .ambiguousElement, message: "there are \(elements.count)")
            }
            return try await step(element)
        }
    }

    /// The text that the only element of a CSS selector shows, once there is one.
    package func text(_ selector: String = "body") async throws -> String { try await text(.css(selector)) }

    /// The text that the only element of a query shows, once there is one.
    package func text(_ query: ElementQuery) async throws -> String { try await with(query) { try await $0.text } }

    /// The content of the field of a label.
    package func value(of label: String) async throws -> String {
        try await with(.field(label)) { try await $0.property("value") }
    }

    /// The focused element.
    package func focused() async throws -> BrowserElement {
        BrowserElement(tab: self, reference: try await send(.get, "/element/active"))
    }
}
