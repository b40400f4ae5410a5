package import FeatureAPI

/// An element of a page, as it was found: once the page has replaced it, steps fail with `stale element reference`.
package struct BrowserElement: Sendable {
    let tab: BrowserTab
    let reference: Reference

    /// How WebDriver refers to an element.
    struct Reference: Decodable, Sendable, Hashable {
        let id: String

        static let key = "element-6066-11e4-a52e-4f735466cecf"

        private enum CodingKeys: String, CodingKey {
            case id = "element-6066-11e4-a52e-4f735466cecf"
        }
    }

    private var path: String { "/element/\(reference.id)" }

    /// It as an argument of a script.
    package var argument: JSONValue { .object([Reference.key: .string(reference.id)]) }

    /// Clicks it in its middle, once it is scrolled into view.
    package func click() async throws { try await tab.send(.post, "\(path)/click") }

    /// Focuses it, and types keys, as of ``Key``, at the end of its text.
    package func type(_ keys: String) async throws {
        try await tab.send(.post, "\(path)/value", ["text": .string(keys)])
    }

    /// Empties a field.
    package func clear() async throws { try await tab.send(.post, "\(path)/clear") }

    /// Its text as it is shown.
    package var text: String {
        get async throws { try await tab.evaluate("return arguments[0].innerText.trim()", argument) }
    }

    /// The role that assistive technology is given.
    package var role: String { get async throws { try await tab.send(.get, "\(path)/computedrole") } }

    /// The name that assistive technology is given.
    package var name: String { get async throws { try await tab.send(.get, "\(path)/computedlabel") } }

    /// Whether a field may be changed, a button pressed.
    package var isEnabled: Bool { get async throws { try await tab.send(.get, "\(path)/enabled") } }

    /// Whether a checkbox is checked, an option selected.
    package var isSelected: Bool { get async throws { try await tab.send(.get, "\(path)/selected") } }

    /// Whether it is shown.
    package var isDisplayed: Bool { get async throws { try await tab.send(.get, "\(path)/displayed") } }

    /// Its position and size, in CSS pixels.
    package var frame: Frame { get async throws { try await tab.send(.get, "\(path)/rect") } }

    /// An attribute, as it is in the document; `nil` if it is missing.
    package func attribute(_ name: String) async throws -> String? {
        try await tab.evaluate("return arguments[0].getAttribute(arguments[1])", argument, .string(name))
    }

    /// A property of the object in the page.
    package func property<Value: Decodable>(_ name: String) async throws -> Value {
        try await tab.send(.get, "\(path)/property/\(name)")
    }

    /// A position and a size, in CSS pixels.
    package struct Frame: Decodable, Hashable, Sendable {
        package let x: Double
        package let y: Double
        package let width: Double
        package let height: Double
    }
}
