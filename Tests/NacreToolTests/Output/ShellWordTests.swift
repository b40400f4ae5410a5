import Testing

@testable import NacreTool

@Suite struct ShellWordTests {
    @Test(arguments: [
        ("plain-1_2.3:/@+,=%", "plain-1_2.3:/@+,=%"), ("", "''"), ("two words", "'two words'"),
        ("it's", #"'it'\''s'"#), ("$(x)`y`", "'$(x)`y`'"), ("a\nb", #"$'a\012b'"#), ("\u{1B}[2J'", #"$'\033[2J\''"#),
        (#"back\slash"#, #"'back\slash'"#), ("\u{1}\\1", #"$'\001\\1'"#), ("\u{202E}x", #"$'\342\200\256x'"#),
        ("'\u{301}", "''\\''\u{301}'"),
    ]) func `a text is one word of a shell`(text: String, word: String) {
        #expect("\(ShellWord(text))".unicodeScalars.elementsEqual(word.unicodeScalars))
    }
}
