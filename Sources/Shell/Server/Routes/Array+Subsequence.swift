extension Array where Element: Equatable {
    /// Whether the elements are in another array, in the same order, with others between them.
    ///
    /// A change that changes nothing has no event, so the events of a request are a part of its changes.
    func isSubsequence(of other: [Element]) -> Bool {
        var rest = other[...]
        return allSatisfy { element in
            guard let index = rest.firstIndex(of: element) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }
}
