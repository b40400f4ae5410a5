/// A page of a list, and the cursor of the next page.
public struct Page<Element> {
    /// The elements, in the order of the whole list.
    public var elements: [Element]

    /// The cursor of the next page; `nil` if this is the last one.
    public var next: PageCursor?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - elements: The elements, in the order of the whole list.
    ///   - next: The cursor of the next page; `nil` if this is the last one.
    public init(elements: [Element], next: PageCursor?) {
        self.elements = elements
        self.next = next
    }
}

extension Page: Sendable where Element: Sendable {}
extension Page: Equatable where Element: Equatable {}
