/// An enum of events, as far as its codec depends on it.
struct EventDeclaration {
    /// A value that a case carries.
    struct Value {
        /// The label; `nil` where it has none.
        let label: String?
        let type: String

        /// The field in which it is stored; `nil` where it is not stored, and has its default.
        let field: String?
    }

    struct Case {
        /// The name, in backticks where it is a keyword.
        let name: String

        /// The name by which it is stored.
        let key: String
        let values: [Value]

        /// Whether it carries one value without a label, which is stored as the whole object or as the field `value`.
        var hasOnlyValue: Bool { values.count == 1 && values[0].label == nil && values[0].field == "_0" }
    }

    /// What is read and written: the enum, or the one that it stands for.
    let event: String

    /// Whether the enum stands for another one.
    let standsForOther: Bool

    /// `public `, `package ` or nothing.
    let access: String
    let cases: [Case]
}
