/// The parts of an enum of events that its codec depends on.
struct EventDeclaration {
    /// A value that a case carries.
    struct Value {
        /// The label; `nil` if there is none.
        let label: String?
        let type: String

        /// The field in which the value is stored; `nil` if it is not stored, and has its default.
        let field: String?
    }

    struct Case {
        /// The name of the case, in backticks if it is a keyword.
        let name: String

        /// The name under which the case is stored.
        let key: String
        let values: [Value]

        /// Whether the case carries one value without a label, stored as the whole object or as the field `value`.
        var hasOnlyValue: Bool { values.count == 1 && values[0].label == nil && values[0].field == "_0" }
    }

    /// The type that the codec reads and writes: the annotated enum, or the one that it stands for.
    let event: String

    /// Whether the annotated enum stands for another one.
    let standsForOther: Bool

    /// The access modifier: `public `, `package ` or empty.
    let access: String
    let cases: [Case]
}
