/// A part of a list, and where the next part begins.
public struct Page<Element> {
    /// The elements, in the order of the whole list.
    public var elements: [Element]

    /// Where to go on; `nil` where the list ends with this page.
    public var next: PageCursor?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - elements: The elements, in the order of the whole list.
    ///   - next: Where to go on; `nil` where the list ends with this page.
    public init(elements: [Element], next: PageCursor?) {
        self.elements = elements
        self.next = next
    }
}

extension Page: Sendable where Element: Sendable {}
extension Page: Equatable where Element: Equatable {}
