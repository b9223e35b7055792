// Expressions as text: SMT-LIB2 for solvers and C-like text for people.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/pool.h"

namespace cleave::expr {

// One SMT-LIB2 term over the symbols' names. Shared subterms are bound by nested `let`s, so the text is linear in the number of nodes. Only
// the pattern of a float (FToBits) needs an extension of Z3's.
std::string toSmtTerm(const ExprPool& pool, ExprId e);

// The same, where some nodes have names that are defined elsewhere (shared_terms.h), by their ids.
using TermNames = std::unordered_map<uint32_t, std::string>;
std::string toSmtTerm(const ExprPool& pool, ExprId e, const TermNames& names);

// A symbol's name as an SMT-LIB2 identifier (|quoted| where needed), and its declaration.
std::string smtName(std::string_view name);
std::string smtSort(Sort sort);
std::string smtConstant(Sort sort, U128 bits);

// A whole script: set-logic, declarations of all symbols that occur, one assert per expression (where very much is shared, one for all),
// check-sat. `expected` ("sat", "unsat", "") is stated by set-info :status. Plain SMT-LIB, and the meaning is the evaluator's everywhere.
std::string toSmtScript(const ExprPool& pool, std::span<const ExprId> assertions, std::string_view expected);

// C-like text for people: `i < 0`, `x + 1`, minimal parentheses, signed where the symbols are signed, comparisons turned so that the
// constant stands on the right, constants as C literals (INT_MIN etc. as such; small negative numbers as such).
std::string toCText(const ExprPool& pool, ExprId e, const ValueWords* words = nullptr);  // `words`: what values of e are called

// A conjunction for people: literals joined by " && ", duplicates dropped, and comparisons of one term with constants merged (`i >= 0 && i
// < 10`; `i != 0 && i <= 0` becomes `i < 0`; `i >= 3 && i <= 3` becomes `i == 3`). Empty: "true".
std::string conditionText(ExprPool& pool, std::span<const ExprId> literals);

// A value as a C literal of its sort: -1, 4294967295u is not used (plain 4294967295), 0x1p-3 style is not used (shortest decimal that reads
// back), NAN, INFINITY.
std::string toCLiteral(Sort sort, U128 bits, bool isSigned);

}  // namespace cleave::expr
