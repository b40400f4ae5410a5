/// A kind of question that has a form.
struct QuestionKind: Sendable {
    /// The last segment of the form's address; the name of the command, too, if that has one of its own.
    let name: String

    let heading: String

    /// What the question is, a sentence.
    let sentence: String

    /// The text of the button that asks it.
    let button: String

    /// The name of a parameter that the button sends, if nothing else says that the question is asked.
    var buttonName: String?

    /// The headings of the table that answers it.
    let headings: [AnswerHeading]

    /// All kinds.
    static let all = [BisectQuestion.kind, WhatIfQuestion.kind, WhyQuestion.kind, RulesQuestion.kind]
}
