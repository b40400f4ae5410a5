/// How a browser starts.
package struct BrowserOptions: Sendable {
    /// A size, in CSS pixels.
    package struct Size: Sendable, Hashable {
        package let width: Int
        package let height: Int

        /// A desktop's window.
        package static let wide = Self(width: 1280, height: 900)

        /// A telephone's screen.
        package static let narrow = Self(width: 390, height: 844)

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The colours that a user prefers.
    package enum Appearance: String, Sendable, CaseIterable {
        case light, dark
    }

    /// The size of every tab's content.
    package var size: Size

    /// The preferred colours.
    package var appearance: Appearance

    /// Whether pages may run scripts; ``BrowserTab/evaluate(_:_:)`` works without, too.
    package var hasJavaScript: Bool

    /// The preferred language.
    package var language = "en-US"

    /// Whether certificates are accepted that no known authority has issued.
    package var acceptsAnyCertificate = true

    /// How long a tab waits for an element or a condition.
    ///
    /// It is generous: the machine may be busy with other tests.
    package var patience = Duration.seconds(60)

    package init(size: Size = .wide, appearance: Appearance = .light, hasJavaScript: Bool = true) {
        self.size = size
        self.appearance = appearance
        self.hasJavaScript = hasJavaScript
    }
}
