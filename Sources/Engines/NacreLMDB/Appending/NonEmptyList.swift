/// A list with at least one element, the first stored inline: most commits have one of everything, which then costs no
/// allocation.
struct NonEmptyList<Element> {
    private var leading: Element
    // An empty array does not allocate.
    private var others: [Element] = []

    init(_ first: Element) {
        leading = first
    }

    /// Reserves capacity for a total number of elements.
    mutating func reserveCapacity(_ count: Int) {
        if count > 1 { others.reserveCapacity(count - 1) }
    }

    mutating func append(_ element: Element) {
        others.append(element)
    }
}

extension NonEmptyList: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { others.count + 1 }

    subscript(index: Int) -> Element {
        @inline(__always)
        get { index == 0 ? leading : others[index - 1] }
        @inline(__always)
        set { if index == 0 { leading = newValue } else { others[index - 1] = newValue } }
    }
}

extension NonEmptyList: Sendable where Element: Sendable {}
