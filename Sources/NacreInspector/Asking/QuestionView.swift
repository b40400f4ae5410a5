import NacreTool

/// The form of a question with its answer, as it is rendered.
struct QuestionView: Sendable {
    /// A field of the form.
    struct Field: Sendable {
        /// What can be chosen.
        struct Option: Sendable {
            let value: String
            let text: String
            let isSelected: Bool
        }

        let id: String
        let name: String
        let label: String
        var placeholder = ""

        /// What is given; of a box, what is sent if it is checked.
        var value = ""

        /// What kind of field it is.
        var isText = false
        var isCheck = false
        var isChoice = false

        /// Whether the box is checked.
        var isChecked = false

        /// Whether it needs a line of its own.
        var isWide = false

        /// What can be chosen.
        var options: [Option] = []
    }

    /// Fields that belong together.
    struct Group: Sendable {
        /// What the fields are about; `nil` if the heading of the page says so.
        var legend: String?
        let fields: [Field]
    }

    let heading: String
    let sentence: String
    let hints: [String]

    /// What is wrong with the question.
    let faults: [String]

    /// Where the form leads to.
    let action: String

    let groups: [Group]
    let button: String

    /// The name of the parameter that the button sends.
    let buttonName: String?

    /// The answer, if the question is asked.
    let answer: AnswerView?

    /// The command that prints the same.
    let command: String?
}

extension QuestionView {
    /// Shows a question.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - inspector: The inspector.
    ///   - faults: What is wrong with the question.
    ///   - answer: The answer, if the question is asked.
    init(_ question: some FormQuestion, in inspector: Inspector, faults: [String], answer: AnswerView?) {
        let kind = type(of: question).kind
        heading = kind.heading
        sentence = kind.sentence
        hints = question.hints(in: inspector).map { TerminalText.line($0) }
        self.faults = faults.map { TerminalText.line($0) }
        action = Address.ask(kind)
        groups = question.fields(in: inspector)
        button = kind.button
        buttonName = kind.buttonName
        self.answer = answer
        command = answer == nil ? nil : question.words.map { inspector.command($0) }
    }
}

extension QuestionView.Field {
    /// A field for a text.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter, and the id.
    ///   - label: The label.
    ///   - value: What is given.
    ///   - placeholder: An example.
    ///   - isWide: Whether it needs a line of its own.
    /// - Returns: The field.
    static func text(
        _ name: String, _ label: String, _ value: String?, placeholder: String = "", isWide: Bool = false
    ) -> Self {
        Self(
            id: name, name: name, label: label, placeholder: placeholder, value: value ?? "", isText: true,
            isWide: isWide)
    }

    /// A field for each value, and an empty one for another.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter.
    ///   - label: The label.
    ///   - values: What is given.
    ///   - placeholder: An example.
    /// - Returns: The fields.
    static func repeated(_ name: String, _ label: String, _ values: [String], placeholder: String = "") -> [Self] {
        (values + [""]).enumerated().map { index, value in
            numbered(index, name, label, value, placeholder: placeholder)
        }
    }

    /// One of several fields for texts.
    ///
    /// - Parameters:
    ///   - index: The number of those before it.
    ///   - name: The name of the parameter.
    ///   - label: The label of the first one.
    ///   - value: What is given.
    ///   - placeholder: An example.
    /// - Returns: The field.
    static func numbered(
        _ index: Int, _ name: String, _ label: String, _ value: String, placeholder: String
    ) -> Self {
        Self(
            id: "\(name)-\(index)", name: name, label: index == 0 ? label : "\(label), \(index + 1)",
            placeholder: placeholder, value: value, isText: true)
    }
}
